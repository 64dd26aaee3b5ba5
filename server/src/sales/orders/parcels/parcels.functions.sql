-- Rejects more units of a counted line in parcels than were ordered. The writer has locked the order.
CREATE OR REPLACE FUNCTION reject_surplus_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (
    SELECT sum(l.quantity) > max(i.quantity) FROM parcel_lines l JOIN order_items i ON i.id = l.order_item_id
    WHERE l.order_item_id = NEW.order_item_id
  ) THEN
    RAISE EXCEPTION 'More units are in parcels than the order line has.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER parcel_lines_within_order AFTER INSERT OR UPDATE ON parcel_lines
  FOR EACH ROW EXECUTE FUNCTION reject_surplus_parcel();

-- Adds the parcel with the rest of an order that leaves in several; none if nothing is left. Its devices have left in the
-- same transaction.
CREATE OR REPLACE FUNCTION close_parcels(shipped orders) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  closing text := 'par_' || replace(gen_random_uuid()::text, '-', '');
BEGIN
  WITH rest AS (
    SELECT i.id AS item_id, b.id AS binding_id, 1 AS units
    FROM order_items i JOIN order_item_units b ON b.order_item_id = i.id AND b.ended_at IS NULL
    WHERE i.order_id = shipped.id AND NOT EXISTS (SELECT FROM parcel_lines l WHERE l.binding_id = b.id)
    UNION ALL
    SELECT i.id, NULL, i.quantity - i.returned_quantity - i.short_quantity - sent.units
    FROM order_items i, LATERAL (SELECT coalesce(sum(l.quantity), 0)::int AS units FROM parcel_lines l WHERE l.order_item_id = i.id) sent
    WHERE i.order_id = shipped.id AND i.tracking <> 'serial'
      AND i.quantity - i.returned_quantity - i.short_quantity - sent.units > 0
  ), parcel AS (
    INSERT INTO parcels (id, order_id, number, carrier, tracking_number, closes_order, shipped_at, latest_delivery, created_at)
    SELECT closing, shipped.id, max(number) + 1, shipped.carrier,
      CASE WHEN bool_or(tracking_number = shipped.tracking_number) THEN NULL ELSE shipped.tracking_number END,
      true, shipped.updated_at, shipped.latest_delivery, shipped.updated_at
    FROM parcels WHERE order_id = shipped.id HAVING EXISTS (SELECT FROM rest)
  )
  INSERT INTO parcel_lines (id, parcel_id, order_item_id, binding_id, quantity)
  SELECT 'pal_' || replace(gen_random_uuid()::text, '-', ''), closing, item_id, binding_id, units FROM rest;
  IF FOUND THEN
    UPDATE shipping_labels SET parcel_id = closing
    WHERE order_id = shipped.id AND parcel_id IS NULL AND return_id IS NULL AND state = 'bought' AND tracking_number = shipped.tracking_number;
  END IF;
END
$$;

-- Closes, reopens and delivers the parcels of an order with its status.
CREATE OR REPLACE FUNCTION follow_order_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM parcels WHERE order_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF NEW.status IN ('shipped', 'delivered') AND OLD.status IN ('pending', 'processing') THEN
    PERFORM close_parcels(NEW);
  ELSIF NEW.status IN ('pending', 'processing') THEN
    DELETE FROM parcels WHERE order_id = NEW.id AND closes_order;
  END IF;
  IF NEW.status = 'delivered' THEN
    UPDATE parcels SET delivered_at = NEW.updated_at, delivered_with_order = true
    WHERE order_id = NEW.id AND delivered_at IS NULL;
  ELSIF OLD.status = 'delivered' AND NEW.status <> 'cancelled' THEN
    UPDATE parcels SET delivered_at = NULL, delivered_with_order = false
    WHERE order_id = NEW.id AND delivered_with_order;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER orders_follow_parcels AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION follow_order_parcels();

-- Queues `parcel.shipped` and `parcel.delivered` of orders that leave in several parcels.
CREATE OR REPLACE FUNCTION webhooks_of_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook(CASE TG_OP WHEN 'INSERT' THEN 'parcel.shipped' ELSE 'parcel.delivered' END, NEW.id,
    jsonb_build_object('id', NEW.id, 'orderId', NEW.order_id, 'number', NEW.number, 'last', NEW.closes_order));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER webhooks_of_new_parcel AFTER INSERT ON parcels
  FOR EACH ROW EXECUTE FUNCTION webhooks_of_parcel();

CREATE OR REPLACE TRIGGER webhooks_of_delivered_parcel AFTER UPDATE OF delivered_at ON parcels
  FOR EACH ROW WHEN (NEW.delivered_at IS NOT NULL AND OLD.delivered_at IS NULL) EXECUTE FUNCTION webhooks_of_parcel();

-- Erases the numbers of parcels, which lead to their recipient, with the person of the order.
CREATE OR REPLACE FUNCTION erase_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE parcels SET tracking_number = NULL WHERE order_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER orders_erase_parcels AFTER UPDATE OF email ON orders
  FOR EACH ROW WHEN (NEW.email = '' AND OLD.email <> '') EXECUTE FUNCTION erase_parcels();
