ALTER TABLE "products" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "shipping_tax" text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "goodwill_taxed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD COLUMN "reduced_tax_rate_tenths" integer;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD COLUMN "shipping_tax_cents" bigint;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD COLUMN "shipping_tax_rate_tenths" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "taxes" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_country" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_state" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_cents" bigint;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_rate_tenths" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reduced_tax_rate_tenths" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_tax_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_tax_rate_tenths" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_tax_class" CHECK ("products"."tax_class" in ('standard', 'reduced', 'none'));--> statement-breakpoint
ALTER TABLE "store_settings" ADD CONSTRAINT "store_settings_shipping_tax" CHECK ("store_settings"."shipping_tax" in ('automatic', 'taxed', 'untaxed'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_tax" CHECK ("order_items"."tax_cents" >= 0 and "order_items"."tax_class" in ('standard', 'reduced', 'none'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_kind" CHECK ("refunds"."kind" in ('goods', 'shipping', 'goodwill'));