CREATE TABLE "discount_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"type" text NOT NULL,
	"amount_cents" integer,
	"percent" integer,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"max_uses" integer,
	"once_per_customer" boolean DEFAULT false NOT NULL,
	"category_ids" text[] NOT NULL,
	"conditions" text[] NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "discount_codes_uses" CHECK ("discount_codes"."uses" >= 0),
	CONSTRAINT "discount_codes_type" CHECK (("discount_codes"."type" = 'amount' and "discount_codes"."amount_cents" > 0) or ("discount_codes"."type" = 'percent' and "discount_codes"."percent" between 1 and 100) or "discount_codes"."type" = 'free-shipping')
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"code_id" text NOT NULL,
	"type" text NOT NULL,
	"amount_cents" integer,
	"percent" integer,
	"category_ids" text[] NOT NULL,
	"conditions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_code" text;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discount_codes_newest" ON "discount_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "discount_uses_of_code" ON "discount_uses" USING btree ("code_id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount" CHECK ("order_items"."discount_cents" between 0 and "order_items"."unit_price_cents"::bigint * "order_items"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount" CHECK ("orders"."discount_cents" between 0 and "orders"."subtotal_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" + "orders"."shipping_cents" + "orders"."tax_cents");--> statement-breakpoint
-- HAND-WRITTEN: the revenue of an item is its price less its share of the discount.
CREATE OR REPLACE FUNCTION insert_sales_deltas_of_order(sale orders, direction integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT (sale.created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(category_name, ''), condition, direction * quantity,
    direction * net_of_refunds(unit_price_cents::bigint * quantity - coalesce(discount_cents, 0), sale.total_cents, sale.refunded_cents + sale.due_cents)
  FROM order_items WHERE order_id = sale.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION insert_sales_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity),
    sum(net_of_refunds(unit_price_cents::bigint * quantity - coalesce(discount_cents, 0), total_cents, not_received))
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
    -net_of_refunds(OLD.unit_price_cents::bigint * OLD.quantity - coalesce(OLD.discount_cents, 0), total_cents, refunded_cents + due_cents)
  FROM orders WHERE id = OLD.order_id AND is_paid_sale(status, payment_status);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE (SELECT time_zone FROM store_settings))::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      net_of_refunds(NEW.unit_price_cents::bigint * NEW.quantity - coalesce(NEW.discount_cents, 0), total_cents, refunded_cents + due_cents)
    FROM orders WHERE id = NEW.order_id AND is_paid_sale(status, payment_status);
  END IF;
  RETURN NULL;
END $$;
