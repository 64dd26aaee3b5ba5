CREATE TABLE "order_edits" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"version" integer NOT NULL,
	"actor_id" text,
	"reason" text NOT NULL,
	"changes" jsonb NOT NULL,
	"address_changes" jsonb NOT NULL,
	"total_before_cents" bigint NOT NULL,
	"total_after_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_one_live";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "refunded_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "returned_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "free_shipping_threshold_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "standard_shipping_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "express_shipping_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "surplus_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "surplus_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_edits_of_order" ON "order_edits" USING btree ("order_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("order_id") WHERE "payments"."status" in ('created', 'needs-review');--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_refunded" CHECK (0 <= "order_items"."returned_quantity" and "order_items"."returned_quantity" <= "order_items"."refunded_quantity" and "order_items"."refunded_quantity" <= "order_items"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_due" CHECK ("orders"."due_cents" between 0 and "orders"."total_cents");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_surplus" CHECK ("payments"."surplus_cents" between 0 and "payments"."refunded_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_surplus" CHECK ("refunds"."surplus_cents" between 0 and "refunds"."amount_cents");--> statement-breakpoint
-- HAND-WRITTEN: an edited order may have several settled payments and an amount that is still due.
CREATE OR REPLACE FUNCTION update_refunds_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refunded bigint := (SELECT sum(refunded_cents - surplus_cents) FROM payments
    WHERE order_id = NEW.order_id AND status = 'succeeded');
BEGIN
  UPDATE orders SET refunded_cents = refunded WHERE id = NEW.order_id AND refunded_cents <> refunded;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_sales_deltas_of_order(sale orders, direction integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (sale.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(category_name, ''), condition, direction * quantity,
    direction * net_of_refunds(unit_price_cents::bigint * quantity, sale.total_cents, sale.refunded_cents + sale.due_cents)
  FROM order_items WHERE order_id = sale.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, sales, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, status, count(*), count(*) FILTER (WHERE is_paid_sale(status, payment_status)),
    coalesce(sum(total_cents - due_cents - refunded_cents) FILTER (WHERE is_paid_sale(status, payment_status)), 0)
  FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed_on date := (OLD.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date;
  sales_before int := is_paid_sale(OLD.status, OLD.payment_status)::int;
  sales_after int := 0;
  revenue_before bigint := sales_before * (OLD.total_cents - OLD.due_cents - OLD.refunded_cents);
  revenue_after bigint := 0;
  -- An edit may change the total and the amount due by the same sum, which changes the share of every item.
  is_share_changed boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    sales_after := is_paid_sale(NEW.status, NEW.payment_status)::int;
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
DROP TRIGGER orders_daily_stats_update ON orders;--> statement-breakpoint
CREATE TRIGGER orders_daily_stats_update AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.payment_status <> NEW.payment_status
    OR OLD.refunded_cents <> NEW.refunded_cents OR OLD.due_cents <> NEW.due_cents)
  EXECUTE FUNCTION insert_deltas_of_changed_order();--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_sales_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity),
    sum(net_of_refunds(unit_price_cents::bigint * quantity, total_cents, not_received))
  FROM inserted,
    -- LATERAL with LIMIT forces an index lookup per order: a plan cached for many items would scan all orders.
    LATERAL (SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date AS day, total_cents, refunded_cents + due_cents AS not_received
      FROM orders WHERE id = inserted.order_id AND is_paid_sale(status, payment_status) LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity, total_cents, refunded_cents + due_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity, total_cents, refunded_cents + due_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status);
  END IF;
  RETURN NULL;
END $$;
