CREATE TABLE "unit_photo_tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"actor_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "passports" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "passport_token" text DEFAULT (left(gen_random_uuid()::text, 8) || left(gen_random_uuid()::text, 8) || left(gen_random_uuid()::text, 8) || left(gen_random_uuid()::text, 8)) NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_photo_tickets" ADD CONSTRAINT "unit_photo_tickets_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_photo_tickets_of_unit" ON "unit_photo_tickets" USING btree ("unit_id");--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_passport_token_unique" UNIQUE("passport_token");