CREATE TABLE "newsletter_editions" (
	"day" text PRIMARY KEY NOT NULL,
	"deals" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"reached_id" text DEFAULT '' NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "newsletter_editions_day" CHECK ("newsletter_editions"."day" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deal_emails_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_of_deal_emails" ON "users" USING btree ("id") WHERE "users"."deal_emails_since" is not null and "users"."email_verified" and "users"."status" = 'active';