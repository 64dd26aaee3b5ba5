ALTER TABLE "users" drop column "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || email || E'\n' || coalesce(phone, '') || E'\n' || translate(name, ' .-''’', ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" drop column "search_text";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(order_number || E'
' || first_name || ' ' || last_name || E'
' || email || E'
' || coalesce(tracking_number, '') || E'
' || regexp_replace(phone, '[^0-9]', '', 'g') || E'
' || zip_code || ' ' || city || E'
' || translate(order_number || E'
' || first_name || last_name || E'
' || coalesce(tracking_number, ''), ' .-''’', ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);
