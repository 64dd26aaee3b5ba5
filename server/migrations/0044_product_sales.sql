CREATE TABLE "product_sales" (
	"product_id" text PRIMARY KEY NOT NULL,
	"sale_price_cents" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"regular_price_cents" integer,
	"regular_original_price_cents" integer,
	CONSTRAINT "product_sales_order" CHECK ("product_sales"."ends_at" > "product_sales"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_sales_waiting" ON "product_sales" USING btree ("starts_at") WHERE "product_sales"."regular_price_cents" is null;--> statement-breakpoint
CREATE INDEX "product_sales_running" ON "product_sales" USING btree ("ends_at") WHERE "product_sales"."regular_price_cents" is not null;