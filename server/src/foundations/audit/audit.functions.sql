-- Rejects changes of audit entries. Networks may be removed, and failed sign-ins after 30 days.
CREATE OR REPLACE FUNCTION reject_audit_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.action = 'refuse sign-in' AND OLD.created_at < now() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  ELSIF NEW.after = OLD.after - 'from' AND NEW.id = OLD.id AND NEW.action = OLD.action AND NEW.subject = OLD.subject
    AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id AND NEW.before IS NOT DISTINCT FROM OLD.before
    AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION reject_audit_row_change();

-- Rejects emptying the audit log.
CREATE OR REPLACE FUNCTION reject_audit_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_truncate();
