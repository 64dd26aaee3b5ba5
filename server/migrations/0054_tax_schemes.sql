ALTER TABLE "lots" ADD COLUMN "tax_scheme" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "tax_scheme" text DEFAULT 'standard' NOT NULL;