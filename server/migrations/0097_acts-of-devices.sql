CREATE TABLE "unit_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"act_number" text NOT NULL,
	"action" jsonb NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unit_acts_act_number_unique" UNIQUE("act_number")
);
--> statement-breakpoint
ALTER TABLE "unit_events" ADD COLUMN "act" text DEFAULT nullif(current_setting('reprise.act', true), '');--> statement-breakpoint
CREATE INDEX "unit_events_of_act" ON "unit_events" USING btree ("act","unit_id") WHERE "unit_events"."act" is not null;