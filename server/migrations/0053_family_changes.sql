CREATE TABLE "family_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"moves" jsonb NOT NULL,
	"renames" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "product_families" ADD COLUMN "merged_into_id" text;--> statement-breakpoint
CREATE INDEX "family_changes_by_time" ON "family_changes" USING btree ("created_at","id");