-- HAND-WRITTEN: units that came back with the refund of a line are not sold.
CREATE OR REPLACE FUNCTION update_sold_counts(changed_order_id text, direction integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In id order, so that two orders of the same products cannot deadlock.
  PERFORM FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = changed_order_id)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE products SET sold_count = sold_count + direction * sold.units
  FROM (
    SELECT product_id, sum(quantity - returned_quantity)::int AS units
    FROM order_items WHERE order_id = changed_order_id GROUP BY 1
  ) AS sold
  WHERE products.id = sold.product_id;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_sales_deltas_of_order(sale orders, direction integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (sale.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(category_name, ''), condition,
    direction * (quantity - returned_quantity),
    direction * net_of_refunds(unit_price_cents::bigint * quantity - coalesce(discount_cents, 0), sale.total_cents, sale.refunded_cents + sale.due_cents)
  FROM order_items WHERE order_id = sale.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(OLD.category_name, ''), OLD.condition,
    OLD.returned_quantity - OLD.quantity,
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity - coalesce(OLD.discount_cents, 0), total_cents, refunded_cents + due_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(NEW.category_name, ''), NEW.condition,
      NEW.quantity - NEW.returned_quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity - coalesce(NEW.discount_cents, 0), total_cents, refunded_cents + due_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
SELECT (o.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(i.category_name, ''), i.condition,
  -sum(i.returned_quantity), 0
FROM order_items i JOIN orders o ON o.id = i.order_id
WHERE i.returned_quantity > 0 AND is_paid_sale(o.status, o.payment_status)
GROUP BY 1, 2, 3;--> statement-breakpoint
UPDATE products SET sold_count = sold_count - returned.units
FROM (
  SELECT i.product_id, sum(i.returned_quantity)::int AS units
  FROM order_items i JOIN orders o ON o.id = i.order_id
  WHERE i.returned_quantity > 0 AND is_paid_sale(o.status, o.payment_status)
  GROUP BY 1
) AS returned
WHERE products.id = returned.product_id;
