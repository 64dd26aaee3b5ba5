ALTER TABLE "store_settings" RENAME COLUMN "tax_basis_points" TO "tax_rate_tenths";--> statement-breakpoint
ALTER TABLE "store_settings" DROP CONSTRAINT "store_settings_tax";--> statement-breakpoint
ALTER TABLE "store_settings" ALTER COLUMN "tax_rate_tenths" SET DEFAULT 8000;--> statement-breakpoint
-- Basis points become tenths of a basis point, so that a rate such as 8.875% can be stored.
UPDATE "store_settings" SET "tax_rate_tenths" = "tax_rate_tenths" * 10;--> statement-breakpoint
ALTER TABLE "store_settings" ADD CONSTRAINT "store_settings_tax" CHECK ("store_settings"."tax_rate_tenths" between 0 and 50000);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_rate_tenths" integer;
