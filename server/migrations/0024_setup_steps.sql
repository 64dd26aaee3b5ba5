CREATE TABLE "skipped_setup_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
