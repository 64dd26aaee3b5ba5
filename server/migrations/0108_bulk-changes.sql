CREATE TABLE "bulk_change_products" (
	"change_id" text NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"undo" text,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "bulk_change_products_change_id_product_id_pk" PRIMARY KEY("change_id","product_id"),
	CONSTRAINT "bulk_change_products_undo" CHECK ("bulk_change_products"."undo" in ('undone', 'conflict'))
);
--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"change" jsonb NOT NULL,
	"product_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_change_products" ADD CONSTRAINT "bulk_change_products_change_id_bulk_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_changes_newest" ON "bulk_changes" USING btree ("created_at","id");