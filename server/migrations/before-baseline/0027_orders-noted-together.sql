DROP INDEX "orders_of_user";--> statement-breakpoint
DROP INDEX "orders_by_tracking_number";--> statement-breakpoint
DROP INDEX "orders_by_client_reference";--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id") WHERE "orders"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_tracking_number" ON "orders" USING btree ("tracking_number") WHERE "orders"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_client_reference" ON "orders" USING btree ("client_reference") WHERE "orders"."client_reference" is not null;--> statement-breakpoint
-- What orders change in the kept figures is noted once for a statement, not once for each of its rows: orders that are
-- placed together are noted together.
CREATE OR REPLACE FUNCTION note_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_figure_changes (day, status, orders, revenue_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, count(*), sum(total_cents) FROM came GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER orders_added_up ON orders;--> statement-breakpoint
CREATE TRIGGER orders_added_up AFTER INSERT ON orders REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_orders();--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_new_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity), sum(unit_price_cents::bigint * quantity)
  FROM came,
    -- Each order looked up by itself: a plan that was made for many items would read all orders for a few.
    LATERAL (SELECT (created_at AT TIME ZONE 'UTC')::date AS day FROM orders
      WHERE id = came.order_id AND status <> 'cancelled' LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER goods_added_up ON order_items;--> statement-breakpoint
CREATE TRIGGER goods_added_up AFTER INSERT ON order_items REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_goods();--> statement-breakpoint
CREATE TRIGGER goods_added_up_anew AFTER UPDATE OR DELETE ON order_items
  FOR EACH ROW EXECUTE FUNCTION note_goods();--> statement-breakpoint
-- However many products a statement changed, the planner takes the list for a short one and looks them up by id.
CREATE OR REPLACE FUNCTION keep_products_turnover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_turnover kept SET stock_count = products.stock_count, sold_count = products.sold_count
  FROM products
  WHERE kept.product_id = ANY (array(SELECT id FROM changed)) AND products.id = kept.product_id
    AND (kept.stock_count <> products.stock_count OR kept.sold_count <> products.sold_count);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER products_turned_over_anew ON products;--> statement-breakpoint
CREATE TRIGGER products_turned_over_anew AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_products_turnover();--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_product_turnover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_turnover (product_id, stock_count, sold_count)
  VALUES (NEW.id, NEW.stock_count, NEW.sold_count);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
    -OLD.unit_price_cents::bigint * OLD.quantity
  FROM orders WHERE id = OLD.order_id AND status <> 'cancelled';
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      NEW.unit_price_cents::bigint * NEW.quantity
    FROM orders WHERE id = NEW.order_id AND status <> 'cancelled';
  END IF;
  RETURN NULL;
END $$;
