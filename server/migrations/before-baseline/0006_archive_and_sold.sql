DROP INDEX "products_of_category";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sold_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "products" SET "sold_count" = "sold"."units" FROM (
  SELECT "product_id", -sum("change") AS "units" FROM "stock_movements"
  WHERE "reason" IN ('order', 'cancellation', 'return') GROUP BY "product_id"
) AS "sold" WHERE "sold"."product_id" = "products"."id";--> statement-breakpoint
CREATE INDEX "products_by_stock" ON "products" USING btree ("stock_count","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_sold" ON "products" USING btree ("sold_count","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_update" ON "products" USING btree ("updated_at","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_without_picture" ON "products" USING btree ("created_at","id") WHERE "products"."images" = '[]'::jsonb and "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_archived" ON "products" USING btree ("created_at","id") WHERE "products"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id","created_at","id","archived_at");