CREATE TABLE "battery_floors" (
	"kind" text NOT NULL,
	"condition" text NOT NULL,
	"floor" integer NOT NULL,
	"standard_version" integer NOT NULL,
	CONSTRAINT "battery_floors_kind_condition_pk" PRIMARY KEY("kind","condition")
);--> statement-breakpoint
CREATE OR REPLACE FUNCTION device_kind_of(category_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN category_name ~* 'headphone|earphone|earbud|headset|speaker|audio' THEN 'audio'
    WHEN category_name ~* 'watch' THEN 'watch'
    WHEN category_name ~* 'phone|mobile' THEN 'phone'
    WHEN category_name ~* 'tablet|ipad|e-?reader' THEN 'tablet'
    WHEN category_name ~* 'laptop|notebook|computer|desktop|macbook|chromebook|\mpcs?\M' THEN 'computer'
    WHEN category_name ~* 'console|gaming|playstation|xbox|nintendo' THEN 'console'
    ELSE 'other'
  END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION replace_battery_floors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version < (SELECT max(version) FROM grade_standards WHERE kind = NEW.kind) THEN RETURN NULL; END IF;
  DELETE FROM battery_floors WHERE kind = NEW.kind;
  INSERT INTO battery_floors (kind, condition, floor, standard_version)
  SELECT NEW.kind, grade ->> 'condition', min((grade ->> 'batteryFloor')::int), NEW.version
  FROM jsonb_array_elements(NEW.grades) AS grade
  WHERE grade ->> 'condition' IS NOT NULL AND NOT coalesce((grade ->> 'isRetired')::boolean, false)
  GROUP BY 2
  HAVING count(*) = count(grade ->> 'batteryFloor');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER grade_standards_battery_floors AFTER INSERT ON grade_standards
  FOR EACH ROW EXECUTE FUNCTION replace_battery_floors();--> statement-breakpoint
INSERT INTO "battery_floors" ("kind", "condition", "floor", "standard_version")
SELECT kind, grade ->> 'condition', min((grade ->> 'batteryFloor')::int), version
FROM (SELECT DISTINCT ON (kind) kind, version, grades FROM "grade_standards" ORDER BY kind, version DESC) newest,
  jsonb_array_elements(grades) AS grade
WHERE grade ->> 'condition' IS NOT NULL AND NOT coalesce((grade ->> 'isRetired')::boolean, false)
GROUP BY 1, 2, 4
HAVING count(*) = count(grade ->> 'batteryFloor');
