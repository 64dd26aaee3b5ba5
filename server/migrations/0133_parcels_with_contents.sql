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
