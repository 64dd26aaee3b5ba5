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
