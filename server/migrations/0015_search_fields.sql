ALTER TABLE "orders" drop column "search_text";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(order_number || E'
' || first_name || ' ' || last_name || E'
' || email || E'
' || coalesce(tracking_number, '') || E'
' || regexp_replace(phone, '[^0-9]', '', 'g') || E'
' || zip_code || ' ' || city)) STORED NOT NULL;--> statement-breakpoint
-- Dropping the column dropped its index.
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- Compared byte by byte, so that the unique index also finds the beginning of an SKU.
ALTER TABLE "products" ALTER COLUMN "sku" SET DATA TYPE text COLLATE "C";
