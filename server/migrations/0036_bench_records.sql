CREATE TABLE "checklists" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"actor_id" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"tests" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grade_standards" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"actor_id" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"surfaces" jsonb NOT NULL,
	"grades" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"intake" integer NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"provider" text NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_gradings" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"intake" integer NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"standard_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"suggested" text NOT NULL,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "unit_gradings_reason" CHECK ("unit_gradings"."suggested" = "unit_gradings"."code" or "unit_gradings"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "unit_tests" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"intake" integer NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checklist_id" text NOT NULL,
	"results" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"battery" smallint,
	"cycles" integer,
	"note" text NOT NULL,
	"seconds" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_wipes" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"intake" integer NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"certificate" text NOT NULL,
	"category" text NOT NULL,
	"method" text NOT NULL,
	"tool" text NOT NULL,
	"verification" text NOT NULL,
	"result" text NOT NULL,
	CONSTRAINT "unit_wipes_certificate_unique" UNIQUE("certificate")
);
--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "kind" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "intake" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "gate" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "blocked_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "wiped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "tested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "graded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "grade_code" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "condition" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "battery_floor" smallint;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "battery" smallint;--> statement-breakpoint
ALTER TABLE "unit_checks" ADD CONSTRAINT "unit_checks_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_gradings" ADD CONSTRAINT "unit_gradings_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_gradings" ADD CONSTRAINT "unit_gradings_standard_id_grade_standards_id_fk" FOREIGN KEY ("standard_id") REFERENCES "public"."grade_standards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_tests" ADD CONSTRAINT "unit_tests_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_tests" ADD CONSTRAINT "unit_tests_checklist_id_checklists_id_fk" FOREIGN KEY ("checklist_id") REFERENCES "public"."checklists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD CONSTRAINT "unit_wipes_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checklists_version" ON "checklists" USING btree ("kind","version");--> statement-breakpoint
CREATE UNIQUE INDEX "grade_standards_version" ON "grade_standards" USING btree ("kind","version");--> statement-breakpoint
CREATE INDEX "unit_checks_of_unit" ON "unit_checks" USING btree ("unit_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "unit_gradings_of_unit" ON "unit_gradings" USING btree ("unit_id","created_at","id");--> statement-breakpoint
CREATE INDEX "unit_tests_of_unit" ON "unit_tests" USING btree ("unit_id","created_at","id");--> statement-breakpoint
CREATE INDEX "unit_wipes_of_unit" ON "unit_wipes" USING btree ("unit_id","created_at","id");--> statement-breakpoint
-- HAND-WRITTEN: the kinds that deviceKindOf of the contract finds, and devices that left the bench before there was a gate.
UPDATE device_models SET kind = CASE
    WHEN name_of_category ~* 'headphone|earphone|earbud|headset|speaker|audio' THEN 'audio'
    WHEN name_of_category ~* 'watch' THEN 'watch'
    WHEN name_of_category ~* 'phone|mobile' THEN 'phone'
    WHEN name_of_category ~* 'tablet|ipad|e-?reader' THEN 'tablet'
    WHEN name_of_category ~* 'laptop|notebook|computer|desktop|macbook|chromebook' THEN 'computer'
    WHEN name_of_category ~* 'console|gaming|playstation|xbox|nintendo' THEN 'console'
    ELSE 'other' END
  FROM (SELECT id, name AS name_of_category FROM categories) found WHERE found.id = device_models.category_id;--> statement-breakpoint
UPDATE units SET gate = 'waived' WHERE state NOT IN ('bench', 'repair', 'quarantine', 'returned');--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_gate" CHECK ("units"."state" not in ('ready', 'listed', 'allocated') or ("units"."gate" is not null and "units"."blocked_by" = '{}'));--> statement-breakpoint
-- HAND-WRITTEN
CREATE TRIGGER unit_checks_append_only BEFORE UPDATE OR DELETE ON unit_checks
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE TRIGGER unit_wipes_append_only BEFORE UPDATE OR DELETE ON unit_wipes
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE TRIGGER unit_tests_append_only BEFORE UPDATE OR DELETE ON unit_tests
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE TRIGGER unit_gradings_append_only BEFORE UPDATE OR DELETE ON unit_gradings
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();--> statement-breakpoint
CREATE FUNCTION reject_published_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A published version never changes.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER checklists_never_change BEFORE UPDATE OR DELETE ON checklists
  FOR EACH ROW EXECUTE FUNCTION reject_published_change();--> statement-breakpoint
CREATE TRIGGER grade_standards_never_change BEFORE UPDATE OR DELETE ON grade_standards
  FOR EACH ROW EXECUTE FUNCTION reject_published_change();
