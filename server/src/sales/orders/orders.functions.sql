-- Rejects orders beyond the limits in server/src/sales/orders/placement/order-limits.ts. Callers with the same key
-- are serialized by a lock; the count after it has a newer snapshot than the statement that inserted the
-- orders, so parallel orders cannot exceed them.
CREATE OR REPLACE FUNCTION enforce_order_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In lock order, so that two statements cannot deadlock.
  PERFORM pg_advisory_xact_lock(id) FROM (
    SELECT DISTINCT hashtextextended(limit_key, 0) AS id FROM placed WHERE limit_key IS NOT NULL ORDER BY id
  ) AS locks;
  IF FOUND AND EXISTS (
    SELECT FROM (
      SELECT limit_key, max(created_at) AS placed_at FROM placed WHERE limit_key IS NOT NULL GROUP BY limit_key
    ) AS caller CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'pending' AND payment_status IN ('unpaid', 'started')) AS open_orders,
        sum(limit_units) FILTER (WHERE status = 'pending' AND payment_status IN ('unpaid', 'started')) AS open_units,
        count(*) FILTER (WHERE created_at > caller.placed_at - interval '10 minutes'
          AND (payment_status NOT IN ('paid', 'partly-refunded') OR total_cents = 0)) AS recent_orders
      FROM orders WHERE orders.limit_key = caller.limit_key
    ) AS usage
    -- The address of an untrusted proxy may be that of all visitors: ten times as wide.
    CROSS JOIN LATERAL (SELECT CASE WHEN caller.limit_key LIKE 'network:proxy:%' THEN 10 ELSE 1 END AS width) AS bound
    WHERE open_orders > 5 * width OR open_units > 20 * width OR recent_orders > 10 * width
  ) THEN
    RAISE EXCEPTION 'order limits exceeded' USING ERRCODE = 'OL001';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_enforce_limits AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_order_limits();

-- Returns true for a sale: paid and neither cancelled nor returned. A returned order ends refunded in full; an order that
-- replaces items of a return sells nothing. Test orders count while store_settings.counts_test_orders is true.
CREATE OR REPLACE FUNCTION is_paid_sale(status text, payment_status text, return_id text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'cancelled' AND payment_status IN ('paid', 'partly-refunded') AND return_id IS NULL
$$;

-- Returns the share of an amount that was not refunded. Half a cent rounds up.
CREATE OR REPLACE FUNCTION net_of_refunds(amount bigint, total bigint, refunded bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN total = 0 THEN 0 ELSE round(amount::numeric * (total - refunded) / total)::bigint END
$$;

-- Appends the items of an order to the daily sales by category and condition, or subtracts them. Days are
-- those of the store.
CREATE OR REPLACE FUNCTION insert_sales_deltas_of_order(sale orders, direction integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (sale.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(category_name, ''), condition,
    direction * (quantity - returned_quantity),
    direction * net_of_refunds(unit_price_cents::bigint * quantity - coalesce(discount_cents, 0), sale.total_cents, sale.refunded_cents + sale.due_cents)
  FROM order_items WHERE order_id = sale.id
$$;

-- Appends new orders to the daily order stats.
CREATE OR REPLACE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status, return_id) AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings))),
    coalesce(sum(total_cents - due_cents - refunded_cents)
      FILTER (WHERE is_paid_sale(status, payment_status, return_id) AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings))), 0)
  FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_daily_stats AFTER INSERT ON orders REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION insert_order_stat_deltas();

-- Appends to the daily stats what the change of an order adds and subtracts, and updates the sold counts of
-- its products.
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed_on date := (OLD.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date;
  counts_test boolean := (SELECT counts_test_orders FROM store_settings);
  sales_before int := (is_paid_sale(OLD.status, OLD.payment_status, OLD.return_id) AND (counts_test OR NOT OLD.is_test_paid))::int;
  sales_after int := 0;
  revenue_before bigint := sales_before * (OLD.total_cents - OLD.due_cents - OLD.refunded_cents);
  revenue_after bigint := 0;
  -- An edit may change the total and the amount due by the same sum, which changes the share of every item.
  is_share_changed boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    sales_after := (is_paid_sale(NEW.status, NEW.payment_status, NEW.return_id) AND (counts_test OR NOT NEW.is_test_paid))::int;
    revenue_after := sales_after * (NEW.total_cents - NEW.due_cents - NEW.refunded_cents);
    is_share_changed := OLD.total_cents <> NEW.total_cents;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.status <> NEW.status THEN
    INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
    VALUES (placed_on, OLD.status, -1, -sales_before, -revenue_before);
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
      VALUES (placed_on, NEW.status, 1, sales_after, revenue_after);
    END IF;
  ELSIF sales_before <> sales_after OR revenue_before <> revenue_after THEN
    INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
    VALUES (placed_on, NEW.status, 0, sales_after - sales_before, revenue_after - revenue_before);
  END IF;
  IF sales_before <> sales_after OR revenue_before <> revenue_after OR is_share_changed THEN
    IF sales_before = 1 THEN
      PERFORM insert_sales_deltas_of_order(OLD, -1);
    END IF;
    IF sales_after = 1 THEN
      PERFORM insert_sales_deltas_of_order(NEW, 1);
    END IF;
  END IF;
  IF sales_before <> sales_after THEN
    PERFORM update_sold_counts(OLD.id, sales_after - sales_before);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD END;
END $$;

CREATE OR REPLACE TRIGGER orders_daily_stats_update AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.payment_status <> NEW.payment_status
    OR OLD.refunded_cents <> NEW.refunded_cents OR OLD.due_cents <> NEW.due_cents OR OLD.is_test_paid <> NEW.is_test_paid)
  EXECUTE FUNCTION insert_deltas_of_changed_order();

-- Before the delete, which cascades to the items.
CREATE OR REPLACE TRIGGER orders_daily_stats_delete BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION insert_deltas_of_changed_order();

-- Appends the items of new orders to the daily sales stats.
CREATE OR REPLACE FUNCTION insert_sales_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity),
    sum(net_of_refunds(unit_price_cents::bigint * quantity - coalesce(discount_cents, 0), total_cents, not_received))
  FROM inserted,
    -- LATERAL with LIMIT forces an index lookup per order: a plan cached for many items would scan all orders.
    LATERAL (SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date AS day, total_cents, refunded_cents + due_cents AS not_received
      FROM orders WHERE id = inserted.order_id AND is_paid_sale(status, payment_status, return_id)
        AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings)) LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_items_daily_stats AFTER INSERT ON order_items REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION insert_sales_stat_deltas();

-- Appends to the daily sales stats what the change of an item adds and subtracts. Items deleted with their
-- order find no order here: `orders_daily_stats_delete` has subtracted them.
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(OLD.category_name, ''), OLD.condition,
    OLD.returned_quantity - OLD.quantity,
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity - coalesce(OLD.discount_cents, 0), total_cents, refunded_cents + due_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status, return_id)
    AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings));
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(NEW.category_name, ''), NEW.condition,
      NEW.quantity - NEW.returned_quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity - coalesce(NEW.discount_cents, 0), total_cents, refunded_cents + due_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status, return_id)
      AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_items_daily_stats_change AFTER UPDATE OR DELETE ON order_items
  FOR EACH ROW EXECUTE FUNCTION insert_deltas_of_changed_item();

-- Copies the refunded amount of the settled payments to their order. An edited order may have several
-- payments and an amount that is still due.
CREATE OR REPLACE FUNCTION update_refunds_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refunded bigint := (SELECT sum(refunded_cents - surplus_cents) FROM payments
    WHERE order_id = NEW.order_id AND status = 'succeeded');
BEGIN
  UPDATE orders SET refunded_cents = refunded WHERE id = NEW.order_id AND refunded_cents <> refunded;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payments_refunded AFTER INSERT OR UPDATE OF status, refunded_cents ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION update_refunds_of_order();

-- Rejects changes of an issued document. Its recipient may be erased and its order deleted.
CREATE OR REPLACE FUNCTION reject_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - ARRAY['recipient', 'recipient_encrypted', 'order_id']
      = to_jsonb(OLD) - ARRAY['recipient', 'recipient_encrypted', 'order_id']
    AND (NEW.recipient IS NULL OR NEW.recipient = OLD.recipient)
    AND (NEW.order_id IS NULL OR NEW.order_id = OLD.order_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Invoices cannot be changed.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER invoices_frozen BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION reject_invoice_change();

-- Rejects changes of recorded costs of orders.
CREATE OR REPLACE FUNCTION reject_order_cost_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Costs are append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER order_costs_append_only BEFORE UPDATE ON order_costs
  FOR EACH ROW EXECUTE FUNCTION reject_order_cost_change();
