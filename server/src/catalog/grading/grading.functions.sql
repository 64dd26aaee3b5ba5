-- Rejects changes of a published version.
CREATE OR REPLACE FUNCTION reject_published_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A published version never changes.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER checklists_never_change BEFORE UPDATE OR DELETE ON checklists
  FOR EACH ROW EXECUTE FUNCTION reject_published_change();

CREATE OR REPLACE TRIGGER grade_standards_never_change BEFORE UPDATE OR DELETE ON grade_standards
  FOR EACH ROW EXECUTE FUNCTION reject_published_change();

-- Returns the kind that the name of a category suggests, as `deviceKindOf` of the contract does.
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
$$;

-- Replaces the battery floors of a kind by those of its new grade standard. A condition of several grades promises
-- the least of their floors, and none if one of them has none.
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
$$;

CREATE OR REPLACE TRIGGER grade_standards_battery_floors AFTER INSERT ON grade_standards
  FOR EACH ROW EXECUTE FUNCTION replace_battery_floors();
