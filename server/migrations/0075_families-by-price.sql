DROP INDEX "products_by_price";--> statement-breakpoint
DROP INDEX "products_of_category_by_price";--> statement-breakpoint
DROP INDEX "products_of_brand_by_price";--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_cents","id","family_id","archived_at");--> statement-breakpoint
CREATE INDEX "products_of_category_by_price" ON "products" USING btree ("category_id","price_cents","id","family_id","archived_at");--> statement-breakpoint
CREATE INDEX "products_of_brand_by_price" ON "products" USING btree ("brand","price_cents","id","family_id","archived_at");