DROP INDEX "products_by_name";--> statement-breakpoint
DROP INDEX "products_of_category_by_name";--> statement-breakpoint
DROP INDEX "products_of_brand_by_name";--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "products_of_category_by_name" ON "products" USING btree ("category_id","name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "products_of_brand_by_name" ON "products" USING btree ("brand","name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("name" collate "und-x-icu","id");