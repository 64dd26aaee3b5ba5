DROP INDEX "products_of_category";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_featured";--> statement-breakpoint
DROP INDEX "reviews_of_product";--> statement-breakpoint
DROP INDEX "stock_movements_of_product";--> statement-breakpoint
DROP INDEX "users_newest";--> statement-breakpoint
DROP INDEX "media_files_newest";--> statement-breakpoint
DROP INDEX "mails_newest";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
DROP INDEX "orders_of_user";--> statement-breakpoint
DROP INDEX "audit_entries_newest";--> statement-breakpoint
DROP INDEX "audit_entries_of_subject";--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at") WHERE "products"."featured";--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "media_files_newest" ON "media_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_newest" ON "audit_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_subject" ON "audit_entries" USING btree ("subject","created_at");