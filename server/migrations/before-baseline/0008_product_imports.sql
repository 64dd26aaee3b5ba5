CREATE TABLE "product_import_rows" (
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text NOT NULL,
	"applied" boolean DEFAULT false NOT NULL,
	"faults" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"product_id" text,
	CONSTRAINT "product_import_rows_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"content" "bytea",
	"total_rows" integer NOT NULL,
	"checked_rows" integer DEFAULT 0 NOT NULL,
	"applied_rows" integer DEFAULT 0 NOT NULL,
	"whole_or_nothing" boolean DEFAULT false NOT NULL,
	"message" text,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "product_import_rows" ADD CONSTRAINT "product_import_rows_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_import_rows_by_outcome" ON "product_import_rows" USING btree ("import_id","outcome","number");--> statement-breakpoint
CREATE INDEX "product_import_rows_by_sku" ON "product_import_rows" USING btree ("import_id","sku");--> statement-breakpoint
CREATE INDEX "product_imports_newest" ON "product_imports" USING btree ("created_at","id");