ALTER TABLE "goods_figure_changes" ADD COLUMN "paid_units" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "goods_figures" ADD COLUMN "paid_units" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "limit_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "limit_units" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "access_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Every order that exists now may have a token without an expiry. The default is evaluated once: no row is rewritten.
ALTER TABLE "orders" ADD COLUMN "unversioned_access_until" timestamp (3) with time zone DEFAULT now() + interval '90 days';--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "unversioned_access_until" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "reservation_minutes" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "staff_reservation_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_by_limit_key" ON "orders" USING btree ("limit_key") WHERE "orders"."limit_key" is not null;--> statement-breakpoint
-- Orders that wait for payment reserve their stock from now on, as long as new ones do.
UPDATE orders SET hold_until = now() + CASE WHEN idempotency_scope LIKE 'staff:%' THEN interval '7 days' ELSE interval '30 minutes' END
WHERE status = 'pending' AND payment_status IN ('unpaid', 'started') AND hold_until IS NULL;--> statement-breakpoint
-- The figures are those of server/src/orders/order-limits.ts. Callers with the same key are serialized by a lock; the
-- count after it has a newer snapshot than the statement that placed the orders, so parallel orders cannot exceed them.
CREATE OR REPLACE FUNCTION enforce_order_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In lock order, so that two batches cannot deadlock.
  PERFORM pg_advisory_xact_lock(id) FROM (
    SELECT DISTINCT hashtextextended(limit_key, 0) AS id FROM placed WHERE limit_key IS NOT NULL ORDER BY id
  ) AS locks;
  IF FOUND AND EXISTS (
    SELECT FROM (
      SELECT limit_key, max(created_at) AS placed_at FROM placed WHERE limit_key IS NOT NULL GROUP BY limit_key
    ) AS caller CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'pending' AND payment_status IN ('unpaid', 'started')) AS open_orders,
        sum(limit_units) FILTER (WHERE status = 'pending' AND payment_status IN ('unpaid', 'started')) AS open_units,
        count(*) FILTER (WHERE created_at > caller.placed_at - interval '10 minutes') AS recent_orders
      FROM orders WHERE orders.limit_key = caller.limit_key
    ) AS usage
    WHERE open_orders > 5 OR open_units > 20 OR recent_orders > 10
  ) THEN
    RAISE EXCEPTION 'order limits exceeded' USING ERRCODE = 'OL001';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_limited AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_order_limits();--> statement-breakpoint
-- Units count as sold while their order is paid and not cancelled.
CREATE OR REPLACE FUNCTION is_paid_sale(status text, payment_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'cancelled' AND payment_status IN ('paid', 'partly-refunded', 'refunded')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_goods_of_order(named text, day date, direction int, paid_direction int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents, paid_units)
  SELECT note_goods_of_order.day, coalesce(category_name, ''), condition, direction * quantity,
    direction * unit_price_cents::bigint * quantity, paid_direction * quantity
  FROM order_items WHERE order_id = named
$$;--> statement-breakpoint
-- The order is locked before its products, and those in the order of their ids, as everywhere.
CREATE OR REPLACE FUNCTION count_sold_of_order(named text, direction int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = named)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE products SET sold_count = sold_count + direction * sold.quantity
  FROM (SELECT product_id, sum(quantity)::int AS quantity FROM order_items WHERE order_id = named GROUP BY 1) AS sold
  WHERE products.id = sold.product_id;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction int := 0;
  paid_direction int := 0;
  placed_on date := (OLD.created_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents THEN
    INSERT INTO order_figure_changes (day, status, orders, revenue_cents)
    VALUES (placed_on, OLD.status, -1, -OLD.total_cents);
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO order_figure_changes (day, status, orders, revenue_cents)
      VALUES (placed_on, NEW.status, 1, NEW.total_cents);
    END IF;
  END IF;
  direction := -(OLD.status <> 'cancelled')::int;
  paid_direction := -is_paid_sale(OLD.status, OLD.payment_status)::int;
  IF TG_OP = 'UPDATE' THEN
    direction := direction + (NEW.status <> 'cancelled')::int;
    paid_direction := paid_direction + is_paid_sale(NEW.status, NEW.payment_status)::int;
  END IF;
  IF direction <> 0 OR paid_direction <> 0 THEN
    PERFORM note_goods_of_order(OLD.id, placed_on, direction, paid_direction);
  END IF;
  IF paid_direction <> 0 THEN
    PERFORM count_sold_of_order(OLD.id, paid_direction);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD END;
END $$;--> statement-breakpoint
DROP FUNCTION note_goods_of_order(text, date, int);--> statement-breakpoint
DROP TRIGGER orders_added_up_anew ON orders;--> statement-breakpoint
CREATE TRIGGER orders_added_up_anew AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.payment_status <> NEW.payment_status)
  EXECUTE FUNCTION note_order_change();--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_new_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents, paid_units)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity), sum(unit_price_cents::bigint * quantity),
    coalesce(sum(quantity) FILTER (WHERE is_paid), 0)
  FROM came,
    -- Each order looked up by itself: a plan that was made for many items would read all orders for a few.
    LATERAL (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, is_paid_sale(status, payment_status) AS is_paid
      FROM orders WHERE id = came.order_id AND status <> 'cancelled' LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents, paid_units)
  SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
    -OLD.unit_price_cents::bigint * OLD.quantity, -is_paid_sale(status, payment_status)::int * OLD.quantity
  FROM orders WHERE id = OLD.order_id AND status <> 'cancelled';
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents, paid_units)
    SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      NEW.unit_price_cents::bigint * NEW.quantity, is_paid_sale(status, payment_status)::int * NEW.quantity
    FROM orders WHERE id = NEW.order_id AND status <> 'cancelled';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO goods_figures AS kept (day, category_name, condition, units, revenue_cents, paid_units)
SELECT (o.created_at AT TIME ZONE 'UTC')::date, coalesce(i.category_name, ''), i.condition, 0, 0, sum(i.quantity)
FROM order_items i JOIN orders o ON o.id = i.order_id WHERE is_paid_sale(o.status, o.payment_status) GROUP BY 1, 2, 3
ON CONFLICT (day, category_name, condition) DO UPDATE SET paid_units = excluded.paid_units;--> statement-breakpoint
UPDATE products SET sold_count = coalesce(sold.units, 0) FROM products AS every_product LEFT JOIN (
  SELECT i.product_id, sum(i.quantity)::int AS units FROM order_items i JOIN orders o ON o.id = i.order_id
  WHERE is_paid_sale(o.status, o.payment_status) GROUP BY 1
) AS sold ON sold.product_id = every_product.id
WHERE products.id = every_product.id AND products.sold_count <> coalesce(sold.units, 0);
