CREATE TABLE "maintenance_period" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "maintenance_period_one_row" CHECK ("maintenance_period"."id" = 1)
);
