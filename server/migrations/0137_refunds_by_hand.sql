ALTER TABLE "refunds" ADD COLUMN "returned_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "return_reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_returned_by" CHECK ("refunds"."returned_by" in ('cash', 'transfer'));