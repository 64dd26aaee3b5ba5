CREATE TABLE "order_costs" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_costs_source_unique" UNIQUE("source"),
	CONSTRAINT "order_costs_kind" CHECK ("order_costs"."kind" in ('label', 'processor-fee'))
);
--> statement-breakpoint
CREATE TABLE "cogs_adjustments" (
	"id" text PRIMARY KEY NOT NULL,
	"binding_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "unit_cost_cents" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit_cost_cents" integer;--> statement-breakpoint
ALTER TABLE "order_item_units" ADD COLUMN "shipped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_item_units" ADD COLUMN "cogs_cents" bigint;--> statement-breakpoint
ALTER TABLE "order_costs" ADD CONSTRAINT "order_costs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cogs_adjustments" ADD CONSTRAINT "cogs_adjustments_binding_id_order_item_units_id_fk" FOREIGN KEY ("binding_id") REFERENCES "public"."order_item_units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_costs_of_order" ON "order_costs" USING btree ("order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cogs_adjustments_of_binding" ON "cogs_adjustments" USING btree ("binding_id","created_at","id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_order_cost_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Costs are append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER order_costs_append_only BEFORE UPDATE ON order_costs
  FOR EACH ROW EXECUTE FUNCTION reject_order_cost_change();
