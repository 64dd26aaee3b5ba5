ALTER TABLE "daily_order_stat_deltas" ADD COLUMN "sales" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_order_stats" ADD COLUMN "sales" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_sales_stat_deltas" DROP COLUMN "paid_units";--> statement-breakpoint
ALTER TABLE "daily_sales_stats" DROP COLUMN "paid_units";--> statement-breakpoint
-- HAND-WRITTEN: figures count paid orders, less refunds. Before the trigger that this update would fire.
UPDATE orders SET refunded_cents = payments.refunded_cents FROM payments
WHERE payments.order_id = orders.id AND payments.status = 'succeeded' AND payments.refunded_cents > 0;--> statement-breakpoint
-- Half a cent rounds up.
CREATE FUNCTION net_of_refunds(amount bigint, total bigint, refunded bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN total = 0 THEN 0 ELSE round(amount::numeric * (total - refunded) / total)::bigint END
$$;--> statement-breakpoint
-- The payment that counts is the settled one; a reopened order may have an earlier one that was refunded.
CREATE FUNCTION update_refunds_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET refunded_cents = NEW.refunded_cents
  WHERE id = NEW.order_id AND refunded_cents <> NEW.refunded_cents;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payments_refunded AFTER INSERT OR UPDATE OF status, refunded_cents ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION update_refunds_of_order();--> statement-breakpoint
DROP FUNCTION insert_sales_deltas_of_order(text, date, integer, integer);--> statement-breakpoint
CREATE FUNCTION insert_sales_deltas_of_order(sale orders, direction integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (sale.created_at AT TIME ZONE 'UTC')::date, coalesce(category_name, ''), condition, direction * quantity,
    direction * net_of_refunds(unit_price_cents::bigint * quantity, sale.total_cents, sale.refunded_cents)
  FROM order_items WHERE order_id = sale.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status)),
    coalesce(sum(total_cents - refunded_cents) FILTER (WHERE is_paid_sale(status, payment_status)), 0)
  FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed_on date := (OLD.created_at AT TIME ZONE 'UTC')::date;
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
DROP TRIGGER orders_daily_stats_update ON orders;--> statement-breakpoint
CREATE TRIGGER orders_daily_stats_update AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.payment_status <> NEW.payment_status
    OR OLD.refunded_cents <> NEW.refunded_cents)
  EXECUTE FUNCTION insert_deltas_of_changed_order();--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_sales_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity),
    sum(net_of_refunds(unit_price_cents::bigint * quantity, total_cents, refunded_cents))
  FROM inserted,
    -- LATERAL with LIMIT forces an index lookup per order: a plan cached for many items would scan all orders.
    LATERAL (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, total_cents, refunded_cents
      FROM orders WHERE id = inserted.order_id AND is_paid_sale(status, payment_status) LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity, total_cents, refunded_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity, total_cents, refunded_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Recomputes the sums, which counted unpaid orders and no refunds.
DELETE FROM daily_order_stats;--> statement-breakpoint
DELETE FROM daily_order_stat_deltas;--> statement-breakpoint
DELETE FROM daily_sales_stats;--> statement-breakpoint
DELETE FROM daily_sales_stat_deltas;--> statement-breakpoint
INSERT INTO daily_order_stats (day, status, orders, sales, revenue_cents)
SELECT (created_at AT TIME ZONE 'UTC')::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status)),
  coalesce(sum(total_cents - refunded_cents) FILTER (WHERE is_paid_sale(status, payment_status)), 0)
FROM orders GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO daily_sales_stats (day, category_name, condition, units, revenue_cents)
SELECT (o.created_at AT TIME ZONE 'UTC')::date, coalesce(i.category_name, ''), i.condition, sum(i.quantity),
  sum(net_of_refunds(i.unit_price_cents::bigint * i.quantity, o.total_cents, o.refunded_cents))
FROM order_items i JOIN orders o ON o.id = i.order_id WHERE is_paid_sale(o.status, o.payment_status) GROUP BY 1, 2, 3;
