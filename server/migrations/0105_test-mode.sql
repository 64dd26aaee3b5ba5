ALTER TABLE "store_settings" ADD COLUMN "test_mode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "counts_test_orders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_test_paid" ON "orders" USING btree ("created_at","id") WHERE "orders"."is_test_paid";--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status) AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings))),
    coalesce(sum(total_cents - due_cents - refunded_cents)
      FILTER (WHERE is_paid_sale(status, payment_status) AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings))), 0)
  FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed_on date := (OLD.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date;
  counts_test boolean := (SELECT counts_test_orders FROM store_settings);
  sales_before int := (is_paid_sale(OLD.status, OLD.payment_status) AND (counts_test OR NOT OLD.is_test_paid))::int;
  sales_after int := 0;
  revenue_before bigint := sales_before * (OLD.total_cents - OLD.due_cents - OLD.refunded_cents);
  revenue_after bigint := 0;
  -- An edit may change the total and the amount due by the same sum, which changes the share of every item.
  is_share_changed boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    sales_after := (is_paid_sale(NEW.status, NEW.payment_status) AND (counts_test OR NOT NEW.is_test_paid))::int;
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
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_sales_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity),
    sum(net_of_refunds(unit_price_cents::bigint * quantity - coalesce(discount_cents, 0), total_cents, not_received))
  FROM inserted,
    -- LATERAL with LIMIT forces an index lookup per order: a plan cached for many items would scan all orders.
    LATERAL (SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date AS day, total_cents, refunded_cents + due_cents AS not_received
      FROM orders WHERE id = inserted.order_id AND is_paid_sale(status, payment_status)
        AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings)) LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(OLD.category_name, ''), OLD.condition,
    OLD.returned_quantity - OLD.quantity,
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity - coalesce(OLD.discount_cents, 0), total_cents, refunded_cents + due_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status)
    AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings));
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(NEW.category_name, ''), NEW.condition,
      NEW.quantity - NEW.returned_quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity - coalesce(NEW.discount_cents, 0), total_cents, refunded_cents + due_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status)
      AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_daily_stats_update AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.payment_status <> NEW.payment_status
    OR OLD.refunded_cents <> NEW.refunded_cents OR OLD.due_cents <> NEW.due_cents OR OLD.is_test_paid <> NEW.is_test_paid)
  EXECUTE FUNCTION insert_deltas_of_changed_order();
