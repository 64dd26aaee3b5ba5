ALTER TABLE "orders" DROP CONSTRAINT "orders_shipping_method";--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "pickup" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping_method" CHECK ("orders"."shipping_method" in ('standard', 'express', 'pickup'));