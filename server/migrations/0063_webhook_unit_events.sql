-- A move of a unit is an event `unit.moved`; those that other programs act on have a name of their own too.
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
    WHEN NEW.to_state IN ('listed', 'allocated', 'shipped', 'returned') THEN NEW.to_state
  END;
  IF named IS NOT NULL THEN PERFORM queue_webhook('unit.' || named, NEW.unit_id, unit); END IF;
  IF NEW.to_state = 'gone' THEN PERFORM queue_webhook('unit.gone', NEW.unit_id, unit); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION webhooks_of_short_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('line.short', NEW.id, jsonb_build_object('id', NEW.id, 'orderId', NEW.order_id,
    'productId', NEW.product_id, 'shortQuantity', NEW.short_quantity));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webhooks_of_short_line AFTER UPDATE OF short_quantity ON order_items FOR EACH ROW
  WHEN (NEW.short_quantity > OLD.short_quantity) EXECUTE FUNCTION webhooks_of_short_line();
