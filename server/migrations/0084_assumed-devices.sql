CREATE OR REPLACE FUNCTION webhook_unit(u units) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', u.id, 'number', u.unit_number, 'modelKey', u.model_key, 'productId', u.product_id,
    'state', u.state, 'assumed', EXISTS (
      SELECT FROM order_item_units b WHERE b.unit_id = u.id AND b.ended_at IS NULL AND b.captured = 'assumed'))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION webhooks_of_unit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unit jsonb;
  named text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE enabled) THEN RETURN NULL; END IF;
  SELECT webhook_unit(u) INTO unit FROM units u WHERE u.id = NEW.unit_id;
  PERFORM queue_webhook('unit.' || NEW.kind, NEW.unit_id, unit);
  IF NEW.kind <> 'moved' THEN RETURN NULL; END IF;
  named := CASE
    WHEN NEW.from_state = 'listed' AND NEW.to_state <> 'allocated' THEN 'delisted'
    -- An undone shipment or sale is a move, not one of these.
    WHEN NEW.to_state = 'allocated' AND NEW.from_state = 'shipped' THEN NULL
    WHEN NEW.to_state = 'shipped' AND NEW.from_state <> 'allocated' THEN NULL
    -- Nobody scanned it, so that another device may be the one that is packed or sent.
    WHEN NEW.to_state IN ('allocated', 'shipped') AND (unit->'assumed')::boolean THEN NULL
    WHEN NEW.to_state IN ('listed', 'allocated', 'shipped', 'returned') THEN NEW.to_state
  END;
  IF named IS NOT NULL THEN PERFORM queue_webhook('unit.' || named, NEW.unit_id, unit); END IF;
  IF NEW.to_state = 'gone' THEN PERFORM queue_webhook('unit.gone', NEW.unit_id, unit); END IF;
  RETURN NULL;
END $$;
