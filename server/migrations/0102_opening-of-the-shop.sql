ALTER TABLE "store_settings" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "store_settings" SET "opened_at" = now();
