ALTER TABLE "store_settings" ADD COLUMN "exempt_businesses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "exemption_text" text DEFAULT 'Tax-exempt intra-Community supply (Article 138 of Directive 2006/112/EC)' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_with_tax_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_off_tenths" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reduced_tax_off_tenths" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exemption" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exemption_decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exemption_decided_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_exemption" CHECK ("orders"."exemption" in ('pending', 'checked', 'invalid'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_exemption_shipped" CHECK ("orders"."exemption" is null or "orders"."exemption" = 'checked' or "orders"."status" not in ('shipped', 'delivered'));