ALTER TABLE "payments" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "recorded_by" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_manual" CHECK (("payments"."processor" = 'manual') = ("payments"."method" in ('cash', 'transfer')) and ("payments"."processor" <> 'manual' or "payments"."status" in ('succeeded', 'refunded')));