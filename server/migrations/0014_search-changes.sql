CREATE TABLE "search_changes" (
	"product_id" text PRIMARY KEY NOT NULL,
	"change" uuid DEFAULT gen_random_uuid() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_changes_due" ON "search_changes" USING btree ("due_at");