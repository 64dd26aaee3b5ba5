DROP INDEX "products_of_model";--> statement-breakpoint
CREATE INDEX "products_of_model" ON "products" USING btree ("model_key","price_cents","category_id");