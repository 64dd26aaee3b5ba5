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
