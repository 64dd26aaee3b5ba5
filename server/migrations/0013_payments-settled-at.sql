ALTER TABLE "payments" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
-- Payments settle minutes after they start; the start is the best known time of earlier ones.
UPDATE "payments" SET "settled_at" = "created_at" WHERE "status" IN ('succeeded', 'refunded');
