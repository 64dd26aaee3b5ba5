CREATE TABLE "mail_servers" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"encryption" text NOT NULL,
	"user_name" text,
	"password_encrypted" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_servers_one_row" CHECK ("mail_servers"."id" = 1)
);
