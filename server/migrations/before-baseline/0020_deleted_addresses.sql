CREATE TABLE "deleted_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
