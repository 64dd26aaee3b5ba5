ALTER TABLE "order_costs" DROP CONSTRAINT "order_costs_kind";--> statement-breakpoint
DROP INDEX "shipping_labels_usable";--> statement-breakpoint
ALTER TABLE "shipping_labels" ADD COLUMN "return_id" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "label_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_of_return" ON "shipping_labels" USING btree ("return_id") WHERE "shipping_labels"."state" in ('buying', 'bought') and "shipping_labels"."return_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_usable" ON "shipping_labels" USING btree ("order_id") WHERE "shipping_labels"."state" in ('buying', 'bought') and "shipping_labels"."parcel_id" is null and "shipping_labels"."return_id" is null;--> statement-breakpoint
ALTER TABLE "order_costs" ADD CONSTRAINT "order_costs_kind" CHECK ("order_costs"."kind" in ('label', 'return-label', 'processor-fee'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION close_parcels(shipped orders) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  closing text := 'par_' || replace(gen_random_uuid()::text, '-', '');
BEGIN
  INSERT INTO parcels (id, order_id, number, carrier, tracking_number, closes_order, shipped_at, latest_delivery, created_at)
  SELECT closing, shipped.id, max(number) + 1, shipped.carrier,
    CASE WHEN bool_or(tracking_number = shipped.tracking_number) THEN NULL ELSE shipped.tracking_number END,
    true, shipped.updated_at, shipped.latest_delivery, shipped.updated_at
  FROM parcels WHERE order_id = shipped.id;
  INSERT INTO parcel_lines (id, parcel_id, order_item_id, binding_id, quantity)
  SELECT 'pal_' || replace(gen_random_uuid()::text, '-', ''), closing, i.id, b.id, 1
  FROM order_items i JOIN order_item_units b ON b.order_item_id = i.id AND b.ended_at IS NULL
  WHERE i.order_id = shipped.id AND NOT EXISTS (SELECT FROM parcel_lines l WHERE l.binding_id = b.id)
  UNION ALL
  SELECT 'pal_' || replace(gen_random_uuid()::text, '-', ''), closing, i.id, NULL, i.quantity - i.returned_quantity - i.short_quantity - sent.units
  FROM order_items i, LATERAL (SELECT coalesce(sum(l.quantity), 0)::int AS units FROM parcel_lines l WHERE l.order_item_id = i.id) sent
  WHERE i.order_id = shipped.id AND i.tracking <> 'serial'
    AND i.quantity - i.returned_quantity - i.short_quantity - sent.units > 0;
  UPDATE shipping_labels SET parcel_id = closing
  WHERE order_id = shipped.id AND parcel_id IS NULL AND return_id IS NULL AND state = 'bought' AND tracking_number = shipped.tracking_number;
  DELETE FROM parcels p WHERE p.id = closing AND NOT EXISTS (SELECT FROM parcel_lines l WHERE l.parcel_id = p.id);
END
$$;
