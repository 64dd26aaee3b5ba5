ALTER TABLE "product_imports" ADD COLUMN "unread_columns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "answers" jsonb;