CREATE TABLE "search_documents" (
	"product_id" text PRIMARY KEY NOT NULL,
	"analyzer" smallint NOT NULL,
	"terms" text[] COLLATE "C" NOT NULL,
	"weights" smallint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_term_counts" (
	"term" text PRIMARY KEY NOT NULL,
	"products" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_terms";--> statement-breakpoint
DROP FUNCTION "search_terms";--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_terms" ON "search_documents" USING gin ("terms");--> statement-breakpoint
-- HAND-WRITTEN: statistics of terms would only slow down ANALYZE: searches always use the index.
ALTER TABLE "search_documents" ALTER COLUMN "terms" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "search_documents" ALTER COLUMN "weights" SET STATISTICS 0;
