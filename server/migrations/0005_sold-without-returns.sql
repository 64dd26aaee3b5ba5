-- A sold unit is paid and neither cancelled nor returned; a returned order ends refunded in full.
CREATE OR REPLACE FUNCTION is_paid_sale(status text, payment_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'cancelled' AND payment_status IN ('paid', 'partly-refunded')
$$;--> statement-breakpoint
INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents, paid_units)
SELECT (o.created_at AT TIME ZONE 'UTC')::date, coalesce(i.category_name, ''), i.condition, 0, 0, -sum(i.quantity)
FROM order_items i JOIN orders o ON o.id = i.order_id
WHERE o.status <> 'cancelled' AND o.payment_status = 'refunded'
GROUP BY 1, 2, 3;--> statement-breakpoint
UPDATE products SET sold_count = sold_count - returned.units
FROM (
  SELECT i.product_id, sum(i.quantity)::int AS units
  FROM order_items i JOIN orders o ON o.id = i.order_id
  WHERE o.status <> 'cancelled' AND o.payment_status = 'refunded'
  GROUP BY 1
) AS returned
WHERE products.id = returned.product_id;
