CREATE TABLE "cache_bumps" (
	"id" text PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "cache_bumps_since" ON "cache_bumps" USING btree ("transaction");