ALTER TABLE "store_settings" ADD COLUMN "format" text DEFAULT 'en-US' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "week_starts_on" text DEFAULT 'sunday' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "paper" text DEFAULT 'letter' NOT NULL;