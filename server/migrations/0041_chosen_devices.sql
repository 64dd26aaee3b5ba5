ALTER TABLE "cart_lines" ADD COLUMN "units" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "unit_choice" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "require_scan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item_units" ADD COLUMN "packed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "public_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "order_item_units" SET "packed_at" = "assigned_at";
