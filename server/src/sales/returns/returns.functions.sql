-- Copies the policy for a change of mind to a line as it is ordered: later changes of it do not affect the line.
CREATE OR REPLACE FUNCTION copy_return_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.return_days IS NULL THEN
    SELECT CASE WHEN coalesce(p.change_of_mind, g.change_of_mind, true) THEN coalesce(p.days, s.return_days) ELSE 0 END,
      coalesce(p.restocking_percent, g.restocking_percent, 0)
    INTO NEW.return_days, NEW.restocking_percent FROM store_settings s LEFT JOIN general_return_policy g ON true
    LEFT JOIN (return_policies p JOIN categories c ON c.id = p.category_id) ON c.name = NEW.category_name;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER order_items_return_days BEFORE INSERT ON order_items
  FOR EACH ROW EXECUTE FUNCTION copy_return_days();

-- Rejects changes of the history of a return; with its order it is deleted.
CREATE OR REPLACE FUNCTION reject_return_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM returns WHERE id = OLD.return_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The history of a return is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER return_events_append_only BEFORE UPDATE OR DELETE ON return_events
  FOR EACH ROW EXECUTE FUNCTION reject_return_event_change();

-- Rejects moves of a case that `returnMoves` of the contract does not allow; a test compares the two.
CREATE OR REPLACE FUNCTION reject_return_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'requested' THEN NEW.state IN ('approved', 'refused', 'cancelled', 'received', 'closed')
    WHEN 'approved' THEN NEW.state IN ('sent', 'cancelled', 'expired', 'received', 'closed')
    WHEN 'sent' THEN NEW.state IN ('received', 'closed')
    WHEN 'received' THEN NEW.state IN ('closed')
    WHEN 'closed' THEN NEW.state IN ('received')
    WHEN 'refused' THEN NEW.state IN ('received')
    WHEN 'cancelled' THEN NEW.state IN ('received')
    WHEN 'expired' THEN NEW.state IN ('approved', 'received')
    ELSE false
  END) THEN
    RAISE EXCEPTION 'A return cannot move from % to %.', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER returns_moves BEFORE UPDATE OF state ON returns
  FOR EACH ROW EXECUTE FUNCTION reject_return_move();

-- Rejects more units in cases than the order line has: open ones and those whose money went back in a case.
-- The writer has locked the order, so that two cases cannot pass each other.
CREATE OR REPLACE FUNCTION reject_surplus_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (
    SELECT sum(l.quantity) > max(i.quantity) FROM return_lines l JOIN order_items i ON i.id = l.order_item_id
    WHERE l.order_item_id = NEW.order_item_id AND (l.settled_at IS NULL OR l.ended_as IN ('refunded', 'kept', 'by-bank'))
  ) THEN
    RAISE EXCEPTION 'More units are returned than the order line has.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER return_lines_within_order AFTER INSERT OR UPDATE ON return_lines
  FOR EACH ROW EXECUTE FUNCTION reject_surplus_return();

-- Ends the open cases of an order that is cancelled: its money and its devices follow the cancellation.
CREATE OR REPLACE FUNCTION close_returns_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH closed AS (
    UPDATE return_lines l SET settled_at = NEW.updated_at, ended_as = 'order-cancelled'
    FROM returns r WHERE r.id = l.return_id AND r.order_id = NEW.id AND l.settled_at IS NULL
    RETURNING r.id
  ), logged AS (
    INSERT INTO return_events (id, return_id, kind, created_at)
    SELECT 'rev_' || replace(gen_random_uuid()::text, '-', ''), id, 'order-cancelled', NEW.updated_at
    FROM (SELECT DISTINCT id FROM closed) AS cases
  )
  UPDATE returns SET state = 'closed', closed_at = NEW.updated_at, updated_at = NEW.updated_at, answer_by = NULL
  WHERE id IN (SELECT id FROM closed);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER orders_close_returns AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled') EXECUTE FUNCTION close_returns_of_order();

-- Opens the lines again whose replacement is cancelled before it left: they wait for another decision.
CREATE OR REPLACE FUNCTION reopen_replaced_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns r SET state = 'received', closed_at = NULL, updated_at = NEW.updated_at,
    answer_by = NEW.updated_at + make_interval(days => coalesce((SELECT answer_days FROM return_settings), 2))
  FROM orders first WHERE r.id = NEW.return_id AND first.id = r.order_id AND first.status <> 'cancelled';
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE return_lines SET settled_at = NULL, ended_as = NULL, amount_cents = NULL, decision = NULL,
    replacement_product_id = NULL, replacement_unit = NULL, replacement_order_id = NULL
  WHERE replacement_order_id = NEW.id;
  INSERT INTO return_events (id, return_id, kind, detail, created_at)
  VALUES ('rev_' || replace(gen_random_uuid()::text, '-', ''), NEW.return_id, 'replacement-cancelled', NEW.order_number, NEW.updated_at);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER orders_reopen_replaced AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled' AND NEW.return_id IS NOT NULL)
  EXECUTE FUNCTION reopen_replaced_lines();

-- Queues `return.opened` and `return.<state>`.
CREATE OR REPLACE FUNCTION webhooks_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('return.' || CASE TG_OP WHEN 'INSERT' THEN 'opened' ELSE NEW.state END, NEW.id,
    jsonb_build_object('id', NEW.id, 'number', NEW.return_number, 'orderId', NEW.order_id, 'state', NEW.state,
      'wish', NEW.wish));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER webhooks_of_new_return AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION webhooks_of_return();

CREATE OR REPLACE TRIGGER webhooks_of_return AFTER UPDATE OF state ON returns
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION webhooks_of_return();

-- Erases what customer and carrier said of the returns of an order with the person of the order; amounts and codes stay.
CREATE OR REPLACE FUNCTION erase_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns SET carrier = '', tracking_number = '', exception_reason = '' WHERE order_id = NEW.id;
  UPDATE return_lines SET note = '', back_carrier = '', back_tracking_number = ''
  WHERE return_id IN (SELECT id FROM returns WHERE order_id = NEW.id);
  -- The next sweep deletes their files.
  UPDATE return_photos SET deleted_at = NEW.updated_at WHERE order_id = NEW.id AND deleted_at IS NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER orders_erase_returns AFTER UPDATE OF email ON orders
  FOR EACH ROW WHEN (NEW.email = '' AND OLD.email <> '') EXECUTE FUNCTION erase_returns();
