ALTER TABLE "recency_tiers" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "recency_tiers" CASCADE;--> statement-breakpoint
DROP INDEX "products_of_category_brand_and_condition";--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" USING btree ("family_id","category_id","brand","condition","origin","price_cents","id","stock_capped","original_price_cents","created_at","model_key","battery_health","featured") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_of_condition" ON "products" USING btree ("condition","origin") WHERE "products"."archived_at" is null;