-- Returns true for 15 digits whose last is their Luhn check digit.
CREATE OR REPLACE FUNCTION is_imei(digits text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT digits ~ '^[0-9]{15}$' AND sum(
    CASE WHEN position % 2 = 0 THEN digit * 2 / 10 + digit * 2 % 10 ELSE digit END) % 10 = 0
  FROM (SELECT position, substr(digits, position, 1)::int AS digit FROM generate_series(1, length(digits)) AS position) each
$$;

-- Rejects moves that `unitMoves` of the contract does not allow; a test compares the two.
CREATE OR REPLACE FUNCTION reject_unit_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'expected' THEN NEW.state IN ('bench', 'gone')
    WHEN 'bench' THEN NEW.state IN ('expected', 'repair', 'quarantine', 'ready', 'sold', 'gone')
    WHEN 'repair' THEN NEW.state IN ('bench', 'quarantine', 'gone')
    WHEN 'quarantine' THEN NEW.state IN ('bench', 'sold', 'gone')
    WHEN 'ready' THEN NEW.state IN ('bench', 'quarantine', 'listed', 'gone')
    WHEN 'listed' THEN NEW.state IN ('bench', 'quarantine', 'ready', 'allocated', 'gone')
    WHEN 'allocated' THEN NEW.state IN ('ready', 'listed', 'shipped', 'gone')
    WHEN 'shipped' THEN NEW.state IN ('allocated', 'sold', 'returning', 'returned', 'gone')
    WHEN 'sold' THEN NEW.state IN ('shipped', 'returning', 'returned', 'gone')
    WHEN 'returning' THEN NEW.state IN ('shipped', 'sold', 'returned', 'gone')
    WHEN 'returned' THEN NEW.state IN ('bench', 'quarantine', 'sold', 'gone')
    ELSE NEW.state IN ('bench', 'listed')
  END) THEN
    RAISE EXCEPTION 'A unit cannot move from % to %.', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER units_moves BEFORE UPDATE OF state ON units
  FOR EACH ROW EXECUTE FUNCTION reject_unit_move();

-- Rejects changes of the history of a unit.
CREATE OR REPLACE FUNCTION reject_unit_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of a unit is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER unit_events_append_only BEFORE UPDATE OR DELETE ON unit_events
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER unit_checks_append_only BEFORE UPDATE OR DELETE ON unit_checks
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER unit_wipes_append_only BEFORE UPDATE OR DELETE ON unit_wipes
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER unit_tests_append_only BEFORE UPDATE OR DELETE ON unit_tests
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER tool_reports_append_only BEFORE UPDATE OR DELETE ON tool_reports
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER unit_gradings_append_only BEFORE UPDATE OR DELETE ON unit_gradings
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER unit_parts_append_only BEFORE UPDATE OR DELETE ON unit_parts
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

CREATE OR REPLACE TRIGGER verified_wipes_append_only BEFORE UPDATE OR DELETE ON verified_wipes
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();

-- Rejects changes of a closed repair.
CREATE OR REPLACE FUNCTION reject_closed_repair_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'open' THEN
    RAISE EXCEPTION 'A closed repair never changes.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER repairs_stay_closed BEFORE UPDATE OR DELETE ON repairs
  FOR EACH ROW EXECUTE FUNCTION reject_closed_repair_change();

-- Rejects the verification of an erasure by the person who made it.
CREATE OR REPLACE FUNCTION reject_own_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unit_wipes WHERE id = NEW.wipe_id AND actor_id = NEW.actor_id) THEN
    RAISE EXCEPTION 'Another person verifies an erasure.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER verified_wipes_by_another BEFORE INSERT ON verified_wipes
  FOR EACH ROW EXECUTE FUNCTION reject_own_verification();
