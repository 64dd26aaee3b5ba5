CREATE TABLE "lot_costs" (
	"id" text PRIMARY KEY NOT NULL,
	"lot_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_costs_sign" CHECK ("lot_costs"."amount_cents" <> 0 and ("lot_costs"."amount_cents" < 0) = ("lot_costs"."kind" = 'credit'))
);
--> statement-breakpoint
CREATE TABLE "lot_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"lot_id" text NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"declared_grade" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer,
	CONSTRAINT "lot_lines_quantity" CHECK ("lot_lines"."quantity" > 0),
	CONSTRAINT "lot_lines_price" CHECK ("lot_lines"."unit_price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lot_manifests" (
	"lot_id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"columns" text[] NOT NULL,
	"rejected" jsonb,
	"applied_units" integer DEFAULT 0 NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"id" text PRIMARY KEY NOT NULL,
	"lot_number" text NOT NULL,
	"supplier_id" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"goods_cents" bigint,
	"spread" text NOT NULL,
	"expected_on" date,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lots_lot_number_unique" UNIQUE("lot_number"),
	CONSTRAINT "lots_goods" CHECK ("lots"."goods_cents" >= 0),
	CONSTRAINT "lots_closed" CHECK (("lots"."state" = 'closed') = ("lots"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "supplier_models" (
	"supplier_id" text NOT NULL,
	"words" text NOT NULL,
	"model_key" text NOT NULL,
	CONSTRAINT "supplier_models_supplier_id_words_pk" PRIMARY KEY("supplier_id","words")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"claim_days" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"columns" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_costs" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unit_costs_amount" CHECK ("unit_costs"."amount_cents" <> 0)
);
--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "lot_id" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "lot_line_id" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "cost_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_costs" ADD CONSTRAINT "lot_costs_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_lines" ADD CONSTRAINT "lot_lines_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_manifests" ADD CONSTRAINT "lot_manifests_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_models" ADD CONSTRAINT "supplier_models_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_costs" ADD CONSTRAINT "unit_costs_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_costs_of_lot" ON "lot_costs" USING btree ("lot_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lot_lines_of_lot" ON "lot_lines" USING btree ("lot_id","position","id");--> statement-breakpoint
CREATE INDEX "lots_newest" ON "lots" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "lots_of_supplier" ON "lots" USING btree ("supplier_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lots_open" ON "lots" USING btree ("created_at","id") WHERE "lots"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_name" ON "suppliers" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "unit_costs_of_unit" ON "unit_costs" USING btree ("unit_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_costs_once" ON "unit_costs" USING btree ("unit_id","kind","source") WHERE "unit_costs"."source" <> '';--> statement-breakpoint
CREATE INDEX "unit_costs_by_source" ON "unit_costs" USING btree ("source") WHERE "unit_costs"."source" <> '';--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_lot_line_id_lot_lines_id_fk" FOREIGN KEY ("lot_line_id") REFERENCES "public"."lot_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "units_of_lot" ON "units" USING btree ("lot_id","state","id") WHERE "units"."lot_id" is not null;--> statement-breakpoint
-- HAND-WRITTEN: the moves of unitMoves in the contract; a test compares them.
CREATE OR REPLACE FUNCTION reject_unit_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'expected' THEN NEW.state IN ('bench', 'gone')
    WHEN 'bench' THEN NEW.state IN ('expected', 'repair', 'quarantine', 'ready', 'gone')
    WHEN 'repair' THEN NEW.state IN ('bench', 'quarantine', 'gone')
    WHEN 'quarantine' THEN NEW.state IN ('bench', 'gone')
    WHEN 'ready' THEN NEW.state IN ('bench', 'quarantine', 'listed', 'gone')
    WHEN 'listed' THEN NEW.state IN ('bench', 'quarantine', 'ready', 'allocated', 'gone')
    WHEN 'allocated' THEN NEW.state IN ('ready', 'listed', 'shipped', 'gone')
    WHEN 'shipped' THEN NEW.state IN ('allocated', 'sold', 'returning', 'returned', 'gone')
    WHEN 'sold' THEN NEW.state IN ('shipped', 'returning', 'returned', 'gone')
    WHEN 'returning' THEN NEW.state IN ('shipped', 'sold', 'returned', 'gone')
    WHEN 'returned' THEN NEW.state IN ('bench', 'quarantine', 'gone')
    ELSE NEW.state IN ('bench', 'listed')
  END) THEN
    RAISE EXCEPTION 'A unit cannot move from % to %.', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION reject_cost_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Costs are append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER unit_costs_append_only BEFORE UPDATE OR DELETE ON unit_costs
  FOR EACH ROW EXECUTE FUNCTION reject_cost_change();--> statement-breakpoint
CREATE TRIGGER lot_costs_append_only BEFORE UPDATE OR DELETE ON lot_costs
  FOR EACH ROW EXECUTE FUNCTION reject_cost_change();
