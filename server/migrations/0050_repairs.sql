CREATE TABLE "verified_wipes" (
	"wipe_id" text PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repairs" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"state" text NOT NULL,
	"fault" text NOT NULL,
	"work" text DEFAULT '' NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"labor_cents" integer DEFAULT 0 NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "repairs_closed" CHECK (("repairs"."state" = 'open') = ("repairs"."closed_at" is null)),
	CONSTRAINT "repairs_minutes" CHECK ("repairs"."minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "unit_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"repair_id" text NOT NULL,
	"part" text NOT NULL,
	"action" text NOT NULL,
	"quality" text NOT NULL,
	"part_serial" text NOT NULL,
	"donor_unit_id" text,
	"cost_cents" integer NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unit_parts_cost" CHECK ("unit_parts"."cost_cents" >= 0),
	CONSTRAINT "unit_parts_donor" CHECK ("unit_parts"."donor_unit_id" <> "unit_parts"."unit_id")
);
--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "verify_wipes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "labor_rate_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "verified_wipes" ADD CONSTRAINT "verified_wipes_wipe_id_unit_wipes_id_fk" FOREIGN KEY ("wipe_id") REFERENCES "public"."unit_wipes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_parts" ADD CONSTRAINT "unit_parts_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_parts" ADD CONSTRAINT "unit_parts_repair_id_repairs_id_fk" FOREIGN KEY ("repair_id") REFERENCES "public"."repairs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_parts" ADD CONSTRAINT "unit_parts_donor_unit_id_units_id_fk" FOREIGN KEY ("donor_unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "repairs_one_open" ON "repairs" USING btree ("unit_id") WHERE "repairs"."state" = 'open';--> statement-breakpoint
CREATE INDEX "repairs_of_unit" ON "repairs" USING btree ("unit_id","created_at","id");--> statement-breakpoint
CREATE INDEX "unit_parts_of_unit" ON "unit_parts" USING btree ("unit_id","created_at","id");--> statement-breakpoint
CREATE INDEX "unit_parts_of_repair" ON "unit_parts" USING btree ("repair_id");--> statement-breakpoint
CREATE INDEX "unit_parts_of_donor" ON "unit_parts" USING btree ("donor_unit_id") WHERE "unit_parts"."donor_unit_id" is not null;--> statement-breakpoint
CREATE INDEX "units_of_assignee" ON "units" USING btree ("assignee_id","state_since","id") WHERE "units"."assignee_id" is not null;--> statement-breakpoint
-- HAND-WRITTEN
CREATE TRIGGER unit_parts_append_only BEFORE UPDATE OR DELETE ON unit_parts
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE FUNCTION reject_closed_repair_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'open' THEN
    RAISE EXCEPTION 'A closed repair never changes.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER repairs_stay_closed BEFORE UPDATE OR DELETE ON repairs
  FOR EACH ROW EXECUTE FUNCTION reject_closed_repair_change();
--> statement-breakpoint
CREATE TRIGGER verified_wipes_append_only BEFORE UPDATE OR DELETE ON verified_wipes
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE FUNCTION reject_own_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unit_wipes WHERE id = NEW.wipe_id AND actor_id = NEW.actor_id) THEN
    RAISE EXCEPTION 'Another person verifies an erasure.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER verified_wipes_by_another BEFORE INSERT ON verified_wipes
  FOR EACH ROW EXECUTE FUNCTION reject_own_verification();
