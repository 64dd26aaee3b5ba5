CREATE TABLE "return_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"send_days" integer NOT NULL,
	"grace_days" integer NOT NULL,
	"answer_days" integer NOT NULL,
	"address" jsonb,
	"instructions" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "return_settings_one_row" CHECK ("return_settings"."id" = 1),
	CONSTRAINT "return_settings_days" CHECK ("return_settings"."send_days" between 1 and 90 and "return_settings"."grace_days" between 0 and 60 and "return_settings"."answer_days" between 1 and 30)
);
--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "reminded_for" timestamp (3) with time zone;