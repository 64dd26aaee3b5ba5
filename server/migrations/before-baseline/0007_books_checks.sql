CREATE TABLE "books_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"broken" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "books_checks_newest" ON "books_checks" USING btree ("checked_at");