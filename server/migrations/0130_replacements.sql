ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "replaced_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "replaces_item_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_id" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "replacement_product_id" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "replacement_unit" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "replacement_order_id" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "is_taken_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_replaces_item_id_order_items_id_fk" FOREIGN KEY ("replaces_item_id") REFERENCES "public"."order_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_replacement_order_id_orders_id_fk" FOREIGN KEY ("replacement_order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_items_replacing" ON "order_items" USING btree ("replaces_item_id") WHERE "order_items"."replaces_item_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_return" ON "orders" USING btree ("return_id") WHERE "orders"."return_id" is not null;--> statement-breakpoint
CREATE INDEX "return_lines_replaced_by" ON "return_lines" USING btree ("replacement_order_id") WHERE "return_lines"."replacement_order_id" is not null;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason" CHECK ("stock_movements"."reason" in ('initial', 'adjustment', 'order', 'cancellation', 'return', 'listing', 'delisting', 'shortage', 'replacement'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_replaced" CHECK ("order_items"."replaced_quantity" between 0 and "order_items"."quantity" - "order_items"."returned_quantity");--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_paid_sale(status text, payment_status text, return_id text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'cancelled' AND payment_status IN ('paid', 'partly-refunded') AND return_id IS NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status, return_id) AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings))),
    coalesce(sum(total_cents - due_cents - refunded_cents)
      FILTER (WHERE is_paid_sale(status, payment_status, return_id) AND (NOT is_test_paid OR (SELECT counts_test_orders FROM store_settings))), 0)
  FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_return_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'requested' THEN NEW.state IN ('approved', 'refused', 'cancelled', 'received', 'closed')
    WHEN 'approved' THEN NEW.state IN ('sent', 'cancelled', 'expired', 'received', 'closed')
    WHEN 'sent' THEN NEW.state IN ('received', 'closed')
    WHEN 'received' THEN NEW.state IN ('closed')
    WHEN 'closed' THEN NEW.state IN ('received')
    WHEN 'refused' THEN NEW.state IN ('received')
    WHEN 'cancelled' THEN NEW.state IN ('received')
    WHEN 'expired' THEN NEW.state IN ('approved', 'received')
    ELSE false
  END) THEN
    RAISE EXCEPTION 'A return cannot move from % to %.', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reopen_replaced_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns r SET state = 'received', closed_at = NULL, updated_at = NEW.updated_at,
    answer_by = NEW.updated_at + make_interval(days => coalesce((SELECT answer_days FROM return_settings), 2))
  FROM orders first WHERE r.id = NEW.return_id AND first.id = r.order_id AND first.status <> 'cancelled';
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE return_lines SET settled_at = NULL, ended_as = NULL, amount_cents = NULL, decision = NULL,
    replacement_product_id = NULL, replacement_unit = NULL, replacement_order_id = NULL
  WHERE replacement_order_id = NEW.id;
  INSERT INTO return_events (id, return_id, kind, detail, created_at)
  VALUES ('rev_' || replace(gen_random_uuid()::text, '-', ''), NEW.return_id, 'replacement-cancelled', NEW.order_number, NEW.updated_at);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_reopen_replaced AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled' AND NEW.return_id IS NOT NULL)
  EXECUTE FUNCTION reopen_replaced_lines();--> statement-breakpoint
DROP FUNCTION is_paid_sale(text,text);
