ALTER TABLE "store_settings" ADD COLUMN "standard_days_from" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "standard_days_to" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "express_days" integer DEFAULT 2 NOT NULL;