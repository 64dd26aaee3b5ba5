CREATE TABLE "return_events" (
	"id" text PRIMARY KEY NOT NULL,
	"return_id" text NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"return_id" text NOT NULL,
	"position" integer NOT NULL,
	"order_item_id" text NOT NULL,
	"binding_id" text,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"window_ends_at" timestamp (3) with time zone,
	"received_quantity" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone,
	"match" text,
	"received_code" text DEFAULT '' NOT NULL,
	"missing_parts" text[] DEFAULT '{}' NOT NULL,
	"decision" text,
	"disposition" text,
	"deductions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"amount_cents" bigint,
	"settled_at" timestamp (3) with time zone,
	"ended_as" text,
	CONSTRAINT "return_lines_quantity" CHECK ("return_lines"."quantity" > 0 and ("return_lines"."binding_id" is null or "return_lines"."quantity" = 1)),
	CONSTRAINT "return_lines_received" CHECK ("return_lines"."received_quantity" between 0 and "return_lines"."quantity"),
	CONSTRAINT "return_lines_ended" CHECK (("return_lines"."settled_at" is null) = ("return_lines"."ended_as" is null)),
	CONSTRAINT "return_lines_amount" CHECK ("return_lines"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" text PRIMARY KEY NOT NULL,
	"return_number" text NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"wish" text NOT NULL,
	"opened_by" text NOT NULL,
	"is_in_policy" boolean NOT NULL,
	"exception_reason" text DEFAULT '' NOT NULL,
	"label_by" text NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"refuse_reason" text DEFAULT '' NOT NULL,
	"send_by" timestamp (3) with time zone,
	"answer_by" timestamp (3) with time zone,
	"shipping_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_return_number_unique" UNIQUE("return_number"),
	CONSTRAINT "returns_state" CHECK ("returns"."state" in ('requested', 'approved', 'sent', 'received', 'closed', 'refused', 'cancelled', 'expired')),
	CONSTRAINT "returns_send_by" CHECK ("returns"."state" not in ('approved', 'sent') or "returns"."send_by" is not null),
	CONSTRAINT "returns_closed" CHECK ("returns"."state" <> 'closed' or "returns"."closed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "return_days" integer;--> statement-breakpoint
ALTER TABLE "return_events" ADD CONSTRAINT "return_events_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_binding_id_order_item_units_id_fk" FOREIGN KEY ("binding_id") REFERENCES "public"."order_item_units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_events_of_return" ON "return_events" USING btree ("return_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "return_lines_of_return" ON "return_lines" USING btree ("return_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "return_lines_one_open" ON "return_lines" USING btree ("binding_id") WHERE "return_lines"."settled_at" is null and "return_lines"."binding_id" is not null;--> statement-breakpoint
CREATE INDEX "return_lines_of_item" ON "return_lines" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "return_lines_of_binding" ON "return_lines" USING btree ("binding_id") WHERE "return_lines"."binding_id" is not null;--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_open" ON "returns" USING btree ("state","created_at","id") WHERE "returns"."state" in ('requested', 'approved', 'sent', 'received');--> statement-breakpoint
CREATE INDEX "returns_newest" ON "returns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "returns_due" ON "returns" USING btree (coalesce("answer_by", "send_by"),"id") WHERE "returns"."state" in ('requested', 'approved', 'sent', 'received');--> statement-breakpoint
CREATE INDEX "returns_by_tracking" ON "returns" USING btree ("tracking_number") WHERE "returns"."tracking_number" <> '';--> statement-breakpoint
CREATE OR REPLACE FUNCTION copy_return_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.return_days IS NULL THEN
    SELECT CASE WHEN coalesce(p.change_of_mind, g.change_of_mind, true) THEN coalesce(p.days, s.return_days) ELSE 0 END
    INTO NEW.return_days FROM store_settings s LEFT JOIN general_return_policy g ON true
    LEFT JOIN (return_policies p JOIN categories c ON c.id = p.category_id) ON c.name = NEW.category_name;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_return_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM returns WHERE id = OLD.return_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The history of a return is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_return_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'requested' THEN NEW.state IN ('approved', 'refused', 'cancelled', 'received', 'closed')
    WHEN 'approved' THEN NEW.state IN ('sent', 'cancelled', 'expired', 'received', 'closed')
    WHEN 'sent' THEN NEW.state IN ('received', 'closed')
    WHEN 'received' THEN NEW.state IN ('closed')
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
CREATE OR REPLACE FUNCTION reject_surplus_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (
    SELECT sum(l.quantity) > max(i.quantity) FROM return_lines l JOIN order_items i ON i.id = l.order_item_id
    WHERE l.order_item_id = NEW.order_item_id AND (l.settled_at IS NULL OR l.ended_as IN ('refunded', 'kept'))
  ) THEN
    RAISE EXCEPTION 'More units are returned than the order line has.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION close_returns_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH closed AS (
    UPDATE return_lines l SET settled_at = NEW.updated_at, ended_as = 'order-cancelled'
    FROM returns r WHERE r.id = l.return_id AND r.order_id = NEW.id AND l.settled_at IS NULL
    RETURNING r.id
  ), logged AS (
    INSERT INTO return_events (id, return_id, kind, created_at)
    SELECT 'rev_' || replace(gen_random_uuid()::text, '-', ''), id, 'order-cancelled', NEW.updated_at
    FROM (SELECT DISTINCT id FROM closed) AS cases
  )
  UPDATE returns SET state = 'closed', closed_at = NEW.updated_at, updated_at = NEW.updated_at, answer_by = NULL
  WHERE id IN (SELECT id FROM closed);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION webhooks_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook('return.' || CASE TG_OP WHEN 'INSERT' THEN 'opened' ELSE NEW.state END, NEW.id,
    jsonb_build_object('id', NEW.id, 'number', NEW.return_number, 'orderId', NEW.order_id, 'state', NEW.state,
      'wish', NEW.wish));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER order_items_return_days BEFORE INSERT ON order_items
  FOR EACH ROW EXECUTE FUNCTION copy_return_days();--> statement-breakpoint
CREATE OR REPLACE TRIGGER return_events_append_only BEFORE UPDATE OR DELETE ON return_events
  FOR EACH ROW EXECUTE FUNCTION reject_return_event_change();--> statement-breakpoint
CREATE OR REPLACE TRIGGER returns_moves BEFORE UPDATE OF state ON returns
  FOR EACH ROW EXECUTE FUNCTION reject_return_move();--> statement-breakpoint
CREATE OR REPLACE TRIGGER return_lines_within_order AFTER INSERT OR UPDATE ON return_lines
  FOR EACH ROW EXECUTE FUNCTION reject_surplus_return();--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_close_returns AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled') EXECUTE FUNCTION close_returns_of_order();--> statement-breakpoint
CREATE OR REPLACE TRIGGER webhooks_of_new_return AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION webhooks_of_return();--> statement-breakpoint
CREATE OR REPLACE TRIGGER webhooks_of_return AFTER UPDATE OF state ON returns
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION webhooks_of_return();
