CREATE TABLE "demo_loads" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "demo_loads_one_row" CHECK ("demo_loads"."id" = 1)
);
