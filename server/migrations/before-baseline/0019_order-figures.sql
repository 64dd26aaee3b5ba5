CREATE TABLE "goods_figure_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"category_name" text NOT NULL,
	"condition" text NOT NULL,
	"units" bigint NOT NULL,
	"revenue_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goods_figures" (
	"day" date NOT NULL,
	"category_name" text NOT NULL,
	"condition" text NOT NULL,
	"units" bigint NOT NULL,
	"revenue_cents" bigint NOT NULL,
	CONSTRAINT "goods_figures_day_category_name_condition_pk" PRIMARY KEY("day","category_name","condition")
);
--> statement-breakpoint
CREATE TABLE "kept_figures" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_figure_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"orders" integer NOT NULL,
	"revenue_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_figures" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"orders" integer NOT NULL,
	"revenue_cents" bigint NOT NULL,
	CONSTRAINT "order_figures_day_status_pk" PRIMARY KEY("day","status")
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_goods_of_order(named text, day date, direction int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents)
  SELECT note_goods_of_order.day, coalesce(category_name, ''), condition, direction * quantity,
    direction * unit_price_cents::bigint * quantity
  FROM order_items WHERE order_id = named
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO order_figure_changes (day, status, orders, revenue_cents)
    VALUES ((OLD.created_at AT TIME ZONE 'UTC')::date, OLD.status, -1, -OLD.total_cents);
    IF OLD.status <> 'cancelled' AND (TG_OP = 'DELETE' OR NEW.status = 'cancelled') THEN
      PERFORM note_goods_of_order(OLD.id, (OLD.created_at AT TIME ZONE 'UTC')::date, -1);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO order_figure_changes (day, status, orders, revenue_cents)
    VALUES ((NEW.created_at AT TIME ZONE 'UTC')::date, NEW.status, 1, NEW.total_cents);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'cancelled' AND NEW.status <> 'cancelled' THEN
      PERFORM note_goods_of_order(NEW.id, (NEW.created_at AT TIME ZONE 'UTC')::date, 1);
    END IF;
    RETURN NULL;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD END;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_added_up AFTER INSERT ON orders
  FOR EACH ROW EXECUTE FUNCTION note_order_change();--> statement-breakpoint
CREATE TRIGGER orders_added_up_anew AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents)
  EXECUTE FUNCTION note_order_change();--> statement-breakpoint
-- Before, as its items go with it.
CREATE TRIGGER orders_taken_off BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION note_order_change();--> statement-breakpoint
-- Items of an order that is deleted find no order any more: they went with it above.
CREATE OR REPLACE FUNCTION note_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
      -OLD.unit_price_cents::bigint * OLD.quantity
    FROM orders WHERE id = OLD.order_id AND status <> 'cancelled';
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO goods_figure_changes (day, category_name, condition, units, revenue_cents)
    SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      NEW.unit_price_cents::bigint * NEW.quantity
    FROM orders WHERE id = NEW.order_id AND status <> 'cancelled';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER goods_added_up AFTER INSERT OR UPDATE OR DELETE ON order_items
  FOR EACH ROW EXECUTE FUNCTION note_goods();--> statement-breakpoint
INSERT INTO order_figures
SELECT (created_at AT TIME ZONE 'UTC')::date, status, count(*), sum(total_cents) FROM orders GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO goods_figures
SELECT (o.created_at AT TIME ZONE 'UTC')::date, coalesce(i.category_name, ''), i.condition, sum(i.quantity),
  sum(i.unit_price_cents::bigint * i.quantity)
FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.status <> 'cancelled' GROUP BY 1, 2, 3;
