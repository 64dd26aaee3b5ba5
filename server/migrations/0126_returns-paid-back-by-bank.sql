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
