CREATE TABLE "device_models" (
	"model_key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"category_id" text,
	"identifiers" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_codes" (
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"model_key" text NOT NULL,
	CONSTRAINT "model_codes_kind_code_model_key_pk" PRIMARY KEY("kind","code","model_key")
);
--> statement-breakpoint
CREATE TABLE "unit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"kind" text NOT NULL,
	"from_state" text,
	"to_state" text,
	"reason" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_identifiers" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"kind" text NOT NULL,
	"scope" text NOT NULL,
	"value" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"captured" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unit_identifiers_value" CHECK ("unit_identifiers"."value" ~ '^[0-9A-Z]{4,40}$')
);
--> statement-breakpoint
CREATE TABLE "units" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_number" text NOT NULL,
	"model_key" text NOT NULL,
	"previous_unit_id" text,
	"state" text NOT NULL,
	"gone_as" text,
	"state_since" timestamp (3) with time zone NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "units_unit_number_unique" UNIQUE("unit_number"),
	CONSTRAINT "units_gone_as" CHECK (("units"."state" = 'gone') = ("units"."gone_as" is not null))
);
--> statement-breakpoint
ALTER TABLE "device_models" ADD CONSTRAINT "device_models_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_codes" ADD CONSTRAINT "model_codes_model_key_device_models_model_key_fk" FOREIGN KEY ("model_key") REFERENCES "public"."device_models"("model_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_events" ADD CONSTRAINT "unit_events_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_identifiers" ADD CONSTRAINT "unit_identifiers_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_model_key_device_models_model_key_fk" FOREIGN KEY ("model_key") REFERENCES "public"."device_models"("model_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_previous_unit_id_units_id_fk" FOREIGN KEY ("previous_unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_events_of_unit" ON "unit_events" USING btree ("unit_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_identifiers_once" ON "unit_identifiers" USING btree ("scope","value") WHERE "unit_identifiers"."active";--> statement-breakpoint
CREATE UNIQUE INDEX "unit_identifiers_of_unit" ON "unit_identifiers" USING btree ("unit_id","kind") WHERE "unit_identifiers"."active";--> statement-breakpoint
CREATE INDEX "unit_identifiers_by_value" ON "unit_identifiers" USING btree ("value");--> statement-breakpoint
CREATE INDEX "unit_identifiers_by_end" ON "unit_identifiers" USING btree (reverse("value") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "units_in_hand" ON "units" USING btree ("state","state_since","id") WHERE "units"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX "units_newest" ON "units" USING btree ("created_at","id") WHERE "units"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX "units_gone" ON "units" USING btree ("state_since","id") WHERE "units"."state" = 'gone';--> statement-breakpoint
CREATE INDEX "units_of_previous" ON "units" USING btree ("previous_unit_id") WHERE "units"."previous_unit_id" is not null;--> statement-breakpoint
CREATE INDEX "units_of_model" ON "units" USING btree ("model_key","created_at","id");--> statement-breakpoint
CREATE INDEX "units_at_place" ON "units" USING btree ("place","id") WHERE "units"."place" <> '' and "units"."state" <> 'gone';--> statement-breakpoint
-- HAND-WRITTEN: the moves of unitMoves in the contract; a test compares them.
CREATE FUNCTION reject_unit_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'bench' THEN NEW.state IN ('repair', 'quarantine', 'ready', 'gone')
    WHEN 'repair' THEN NEW.state IN ('bench', 'quarantine', 'gone')
    WHEN 'quarantine' THEN NEW.state IN ('bench', 'gone')
    WHEN 'ready' THEN NEW.state IN ('bench', 'quarantine', 'gone')
    ELSE NEW.state = 'bench'
  END) THEN
    RAISE EXCEPTION 'A unit cannot move from % to %.', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER units_moves BEFORE UPDATE OF state ON units
  FOR EACH ROW EXECUTE FUNCTION reject_unit_move();--> statement-breakpoint
CREATE FUNCTION reject_unit_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of a unit is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER unit_events_append_only BEFORE UPDATE OR DELETE ON unit_events
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE FUNCTION is_imei(digits text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT digits ~ '^[0-9]{15}$' AND sum(
    CASE WHEN position % 2 = 0 THEN digit * 2 / 10 + digit * 2 % 10 ELSE digit END) % 10 = 0
  FROM (SELECT position, substr(digits, position, 1)::int AS digit FROM generate_series(1, length(digits)) AS position) each
$$;--> statement-breakpoint
ALTER TABLE unit_identifiers ADD CONSTRAINT unit_identifiers_imei
  CHECK (kind NOT IN ('imei', 'imei2') OR is_imei(value));
