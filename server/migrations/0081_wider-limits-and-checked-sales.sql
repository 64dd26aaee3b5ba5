ALTER TABLE "channel_orders" ADD COLUMN "check_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
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
-- Earlier entries contain the whole address of a webhook, which is a secret at many receivers.
ALTER TABLE "audit_entries" DISABLE TRIGGER audit_entries_append_only;--> statement-breakpoint
UPDATE "audit_entries" SET
  "before" = CASE WHEN "before" ? 'url' THEN "before" - 'url' || jsonb_build_object('host',
    substring("before" ->> 'url' FROM '^https?://(?:[^/?#]*@)?([^/?#]*)')) ELSE "before" END,
  "after" = CASE WHEN "after" ? 'url' THEN "after" - 'url' || jsonb_build_object('host',
    substring("after" ->> 'url' FROM '^https?://(?:[^/?#]*@)?([^/?#]*)')) ELSE "after" END
WHERE "kind" = 'webhook' AND ("before" ? 'url' OR "after" ? 'url');--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE TRIGGER audit_entries_append_only;
