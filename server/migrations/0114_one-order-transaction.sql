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
END $$;--> statement-breakpoint
DROP FUNCTION assert_no_conflict(boolean);
