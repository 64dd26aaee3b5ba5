CREATE TABLE "carried_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" json NOT NULL,
	"start_after" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "carried_jobs_oldest" ON "carried_jobs" USING btree ("created_at","id");