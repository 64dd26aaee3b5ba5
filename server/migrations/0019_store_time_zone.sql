ALTER TABLE "store_settings" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
-- HAND-WRITTEN: days are those of the store, UTC until it is changed; a change recomputes the sums.
CREATE OR REPLACE FUNCTION insert_sales_deltas_of_order(sale orders, direction integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (sale.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(category_name, ''), condition, direction * quantity,
    direction * net_of_refunds(unit_price_cents::bigint * quantity, sale.total_cents, sale.refunded_cents)
  FROM order_items WHERE order_id = sale.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status)),
    coalesce(sum(total_cents - refunded_cents) FILTER (WHERE is_paid_sale(status, payment_status)), 0)
  FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed_on date := (OLD.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date;
  sales_before int := is_paid_sale(OLD.status, OLD.payment_status)::int;
  sales_after int := 0;
  revenue_before bigint := sales_before * (OLD.total_cents - OLD.refunded_cents);
  revenue_after bigint := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    sales_after := is_paid_sale(NEW.status, NEW.payment_status)::int;
    revenue_after := sales_after * (NEW.total_cents - NEW.refunded_cents);
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
  IF sales_before <> sales_after OR revenue_before <> revenue_after THEN
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
    sum(net_of_refunds(unit_price_cents::bigint * quantity, total_cents, refunded_cents))
  FROM inserted,
    -- LATERAL with LIMIT forces an index lookup per order: a plan cached for many items would scan all orders.
    LATERAL (SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date AS day, total_cents, refunded_cents
      FROM orders WHERE id = inserted.order_id AND is_paid_sale(status, payment_status) LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity, total_cents, refunded_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity, total_cents, refunded_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status);
  END IF;
  RETURN NULL;
END $$;