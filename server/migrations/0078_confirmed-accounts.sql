ALTER TABLE "users" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
-- The first confirmation of earlier accounts is not known; the day they joined stands for it.
UPDATE "users" SET "confirmed_at" = "created_at" WHERE "email_verified" OR "id" IN (SELECT "user_id" FROM "email_changes");
