DROP TRIGGER "products_outdated_prices" ON "products";--> statement-breakpoint
DROP TRIGGER "products_price_history_update" ON "products";--> statement-breakpoint
DROP TRIGGER "webhooks_of_changed_product" ON "products";--> statement-breakpoint
ALTER TABLE "product_alerts" ALTER COLUMN "price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "original_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "former_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "unit_cost_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "product_prices" ALTER COLUMN "price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "product_sales" ALTER COLUMN "sale_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "product_sales" ALTER COLUMN "regular_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "free_shipping_threshold_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "free_shipping_threshold_cents" SET DEFAULT 5000;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "standard_shipping_rate_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "standard_shipping_rate_cents" SET DEFAULT 999;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "express_shipping_rate_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "express_shipping_rate_cents" SET DEFAULT 1999;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "refund_limit_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "refund_limit_cents" SET DEFAULT 20000;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "labor_rate_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "labor_rate_cents" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "channel_listings" ALTER COLUMN "sent_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "discount_codes" ALTER COLUMN "amount_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "discount_uses" ALTER COLUMN "amount_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "draft_orders" ALTER COLUMN "free_shipping_threshold_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "draft_orders" ALTER COLUMN "standard_shipping_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "draft_orders" ALTER COLUMN "express_shipping_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "unit_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "unit_cost_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "free_shipping_threshold_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "standard_shipping_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "express_shipping_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "past_orders" ALTER COLUMN "discount_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "past_orders" ALTER COLUMN "shipping_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "past_orders" ALTER COLUMN "tax_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "past_orders" ALTER COLUMN "total_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "past_orders" ALTER COLUMN "refunded_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "lot_lines" ALTER COLUMN "unit_price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "repairs" ALTER COLUMN "labor_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "repairs" ALTER COLUMN "labor_cents" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "unit_parts" ALTER COLUMN "cost_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "units" ALTER COLUMN "cost_cents" SET DEFAULT 0;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_outdated_prices BEFORE INSERT OR UPDATE OF price_cents, original_price_cents, new_price_date ON products
  FOR EACH ROW EXECUTE FUNCTION clear_outdated_prices();--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_price_history_update AFTER UPDATE OF price_cents, archived_at ON products FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.price_cents, NEW.archived_at IS NULL))
  EXECUTE FUNCTION record_product_price();--> statement-breakpoint
CREATE OR REPLACE TRIGGER webhooks_of_changed_product AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.version, OLD.price_cents, OLD.sku, OLD.condition, OLD.archived_at IS NULL, OLD.is_draft, OLD.stock_count)
    IS DISTINCT FROM
    (NEW.version, NEW.price_cents, NEW.sku, NEW.condition, NEW.archived_at IS NULL, NEW.is_draft, NEW.stock_count))
  EXECUTE FUNCTION webhooks_of_product();
