ALTER TABLE "draft_orders" ADD COLUMN "tax_off_tenths" integer;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD COLUMN "reduced_tax_off_tenths" integer;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD COLUMN "entered" jsonb;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD COLUMN "is_exempt" boolean DEFAULT false NOT NULL;