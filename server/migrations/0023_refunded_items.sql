ALTER TABLE "refunds" ADD COLUMN "items" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_restocked" boolean DEFAULT false NOT NULL;