-- Writes an event and its deliveries if a webhook asks for the type. Runs in the transaction of the change,
-- so that an event of a change that is rolled back does not exist.
CREATE OR REPLACE FUNCTION queue_webhook(event_type text, object text, event_data jsonb) RETURNS void LANGUAGE sql AS $$
  WITH event AS (
    INSERT INTO webhook_events (id, type, object_id, data, created_at)
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), event_type, object, event_data, clock_timestamp()
    WHERE EXISTS (SELECT FROM webhooks WHERE enabled AND event_type = ANY (events))
    RETURNING id, position, created_at
  )
  INSERT INTO webhook_deliveries (webhook_id, event_id, position, object_id, next_attempt_at, retry_until, created_at)
  SELECT webhooks.id, event.id, event.position, object, event.created_at, event.created_at + interval '72 hours',
    event.created_at
  FROM event, webhooks WHERE webhooks.enabled AND event_type = ANY (webhooks.events)
$$;

-- Returns the amount in major units of the store's currency.
CREATE OR REPLACE FUNCTION webhook_money(cents bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT round(cents / 10::numeric ^ digits, digits)
  FROM (SELECT coalesce((SELECT currency_digits FROM store_settings), 2) AS digits) AS store
$$;

-- Returns the data of an order in its events.
CREATE OR REPLACE FUNCTION webhook_order(o orders) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', o.id, 'orderNumber', o.order_number, 'status', o.status,
    'paymentStatus', o.payment_status, 'total', webhook_money(o.total_cents),
    'refunded', webhook_money(o.refunded_cents))
$$;

-- Returns the data of a product in its events.
CREATE OR REPLACE FUNCTION webhook_product(p products) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', p.id, 'sku', p.sku, 'price', webhook_money(p.price_cents), 'condition', p.condition,
    'stockCount', p.stock_count, 'onSale', p.archived_at IS NULL AND NOT p.is_draft)
$$;

-- Returns the data of a unit in its events; `assumed` is true while its order was filled without a scan.
CREATE OR REPLACE FUNCTION webhook_unit(u units) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', u.id, 'number', u.unit_number, 'modelKey', u.model_key, 'productId', u.product_id,
    'state', u.state, 'assumed', EXISTS (
      SELECT FROM order_item_units b WHERE b.unit_id = u.id AND b.ended_at IS NULL AND b.captured = 'assumed'))
$$;

-- Returns the data of a review in its events.
CREATE OR REPLACE FUNCTION webhook_review(r reviews) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', r.id, 'productId', r.product_id, 'rating', r.rating, 'hidden', r.hidden)
$$;

-- Queues `order.placed`, `order.paid`, `order.updated` and the events of its statuses.
CREATE OR REPLACE FUNCTION webhooks_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE enabled) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_webhook('order.placed', NEW.id, webhook_order(NEW));
    RETURN NULL;
  END IF;
  IF NEW.payment_status = 'paid' AND OLD.payment_status IN ('unpaid', 'started') THEN
    PERFORM queue_webhook('order.paid', NEW.id, webhook_order(NEW));
  END IF;
  IF NEW.status <> OLD.status AND NEW.status IN ('shipped', 'delivered', 'cancelled') THEN
    PERFORM queue_webhook('order.' || NEW.status, NEW.id, webhook_order(NEW));
  END IF;
  PERFORM queue_webhook('order.updated', NEW.id, webhook_order(NEW));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_new_order AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION webhooks_of_order();

CREATE OR REPLACE TRIGGER webhooks_of_changed_order AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status, OLD.payment_status, OLD.total_cents, OLD.refunded_cents)
    IS DISTINCT FROM (NEW.status, NEW.payment_status, NEW.total_cents, NEW.refunded_cents))
  EXECUTE FUNCTION webhooks_of_order();

-- Queues `product.created`, `product.updated`, `product.deleted` and `stock.changed`.
CREATE OR REPLACE FUNCTION webhooks_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE enabled) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_webhook('product.created', NEW.id, webhook_product(NEW));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM queue_webhook('product.deleted', OLD.id, jsonb_build_object('id', OLD.id, 'sku', OLD.sku));
  ELSE
    IF (OLD.version, OLD.price_cents, OLD.sku, OLD.condition, OLD.archived_at IS NULL, OLD.is_draft)
      IS DISTINCT FROM (NEW.version, NEW.price_cents, NEW.sku, NEW.condition, NEW.archived_at IS NULL, NEW.is_draft)
    THEN
      PERFORM queue_webhook('product.updated', NEW.id, webhook_product(NEW));
    END IF;
    IF NEW.stock_count <> OLD.stock_count THEN
      PERFORM queue_webhook('stock.changed', NEW.id, jsonb_build_object('id', NEW.id,
        'change', NEW.stock_count - OLD.stock_count, 'stockCount', NEW.stock_count));
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_product AFTER INSERT OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION webhooks_of_product();

CREATE OR REPLACE TRIGGER webhooks_of_changed_product AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.version, OLD.price_cents, OLD.sku, OLD.condition, OLD.archived_at IS NULL, OLD.is_draft, OLD.stock_count)
    IS DISTINCT FROM
    (NEW.version, NEW.price_cents, NEW.sku, NEW.condition, NEW.archived_at IS NULL, NEW.is_draft, NEW.stock_count))
  EXECUTE FUNCTION webhooks_of_product();

-- Queues `payment.succeeded`.
CREATE OR REPLACE FUNCTION webhooks_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('payment.succeeded', NEW.id, jsonb_build_object('id', NEW.id, 'orderId', NEW.order_id,
    'amount', webhook_money(NEW.amount_cents), 'livemode', NEW.livemode));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_new_payment AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION webhooks_of_payment();

CREATE OR REPLACE TRIGGER webhooks_of_payment AFTER UPDATE ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND OLD.status = 'created') EXECUTE FUNCTION webhooks_of_payment();

-- Queues `refund.succeeded`.
CREATE OR REPLACE FUNCTION webhooks_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('refund.succeeded', NEW.id, jsonb_build_object('id', NEW.id, 'orderId', NEW.order_id,
    'paymentId', NEW.payment_id, 'amount', webhook_money(NEW.amount_cents)));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_new_refund AFTER INSERT ON refunds FOR EACH ROW
  WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION webhooks_of_refund();

CREATE OR REPLACE TRIGGER webhooks_of_refund AFTER UPDATE ON refunds FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND OLD.status <> 'succeeded') EXECUTE FUNCTION webhooks_of_refund();

-- Queues `customer.created` and `customer.deleted`. Customers imported from another shop are no news to a
-- program that listens.
CREATE OR REPLACE FUNCTION webhooks_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF current_setting('reprise.is_import', true) IS DISTINCT FROM 'on' THEN
      PERFORM queue_webhook('customer.created', NEW.id, jsonb_build_object('id', NEW.id));
    END IF;
  ELSE
    PERFORM queue_webhook('customer.deleted', OLD.id, jsonb_build_object('id', OLD.id));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_new_customer AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.role = 'customer') EXECUTE FUNCTION webhooks_of_customer();

CREATE OR REPLACE TRIGGER webhooks_of_deleted_customer AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.role = 'customer') EXECUTE FUNCTION webhooks_of_customer();

-- Queues `review.created` and `review.updated`.
CREATE OR REPLACE FUNCTION webhooks_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook(CASE TG_OP WHEN 'INSERT' THEN 'review.created' ELSE 'review.updated' END, NEW.id,
    webhook_review(NEW));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_new_review AFTER INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION webhooks_of_review();

CREATE OR REPLACE TRIGGER webhooks_of_review AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((OLD.rating, OLD.hidden, OLD.title, OLD.body) IS DISTINCT FROM (NEW.rating, NEW.hidden, NEW.title, NEW.body))
  EXECUTE FUNCTION webhooks_of_review();

-- Queues the event of a unit. A move is `unit.moved`; those that other programs act on have a name of their
-- own too.
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

CREATE OR REPLACE TRIGGER webhooks_of_unit AFTER INSERT ON unit_events FOR EACH ROW
  WHEN (NEW.kind IN ('received', 'moved', 'tested', 'wiped', 'graded', 'missing', 'found'))
  EXECUTE FUNCTION webhooks_of_unit();

-- Queues `line.short`; not for units that were refunded before they left.
CREATE OR REPLACE FUNCTION webhooks_of_short_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('line.short', NEW.id, jsonb_build_object('id', NEW.id, 'orderId', NEW.order_id,
    'productId', NEW.product_id, 'shortQuantity', NEW.short_quantity));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_short_line AFTER UPDATE OF short_quantity ON order_items FOR EACH ROW
  WHEN (NEW.short_quantity > OLD.short_quantity
    AND NEW.short_quantity > NEW.refunded_quantity - NEW.returned_quantity)
  EXECUTE FUNCTION webhooks_of_short_line();

-- Queues `lot.closed`.
CREATE OR REPLACE FUNCTION webhooks_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('lot.closed', NEW.id, jsonb_build_object('id', NEW.id, 'number', NEW.lot_number));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhooks_of_lot AFTER UPDATE ON lots FOR EACH ROW
  WHEN (NEW.state = 'closed' AND OLD.state <> 'closed') EXECUTE FUNCTION webhooks_of_lot();
