CREATE TABLE "known_devices" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_kind_value_pk" PRIMARY KEY("user_id","kind","value"),
	CONSTRAINT "known_devices_kind" CHECK ("known_devices"."kind" in ('network', 'browser'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_unchecked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Open sessions name networks that have signed in, so that their owners do not meet the shop as strangers.
INSERT INTO "known_devices" ("user_id", "kind", "value", "last_used_at")
SELECT "user_id", 'network', "ip_address", max("last_seen_at") FROM "sessions"
WHERE "ip_address" ~ '^\d+\.\d+\.\d+\.\d+$' GROUP BY "user_id", "ip_address";
