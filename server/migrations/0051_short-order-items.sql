ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "short_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_items_short_of" ON "order_items" USING btree ("product_id","order_id") WHERE "order_items"."short_quantity" > 0;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason" CHECK ("stock_movements"."reason" in ('initial', 'adjustment', 'order', 'cancellation', 'return', 'listing', 'delisting', 'shortage'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_short" CHECK ("order_items"."short_quantity" between 0 and "order_items"."quantity" - "order_items"."returned_quantity");