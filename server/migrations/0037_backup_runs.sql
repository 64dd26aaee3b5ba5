CREATE TABLE "backup_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"failure" text,
	"rows" integer DEFAULT 0 NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"missing_images" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "backup_runs_failed_is_finished" CHECK ("backup_runs"."failure" is null or "backup_runs"."finished_at" is not null)
);
