CREATE TABLE "invoice_series" (
	"prefix" text PRIMARY KEY NOT NULL,
	"first_number" integer NOT NULL,
	"next_number" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_series_next" CHECK ("invoice_series"."next_number" >= "invoice_series"."first_number")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"order_id" text,
	"order_number" text NOT NULL,
	"order_version" integer NOT NULL,
	"credits_id" text,
	"credit_reason" text,
	"credited_items" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"is_test" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"recipient" jsonb,
	"recipient_encrypted" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "invoices_credit" CHECK (("invoices"."kind" = 'credit-note') = ("invoices"."credits_id" is not null) and ("invoices"."credits_id" is null) = ("invoices"."credit_reason" is null)),
	CONSTRAINT "invoices_credit_reason" CHECK ("invoices"."credit_reason" in ('refund', 'cancellation', 'edit', 'correction')),
	CONSTRAINT "invoices_number" CHECK ("invoices"."number" = "invoices"."prefix" || "invoices"."sequence"),
	CONSTRAINT "invoices_tax" CHECK ("invoices"."tax_cents" between 0 and "invoices"."amount_cents")
);
--> statement-breakpoint
-- HAND-WRITTEN: orders that exist already draw no invoices unless they are paid from now on; without rewriting the table.
ALTER TABLE "orders" ADD COLUMN "predates_invoices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "predates_invoices" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "invoice_prefix" text DEFAULT 'INV-' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "invoice_first_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "tax_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_prefix_invoice_series_prefix_fk" FOREIGN KEY ("prefix") REFERENCES "public"."invoice_series"("prefix") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credits_id_invoices_id_fk" FOREIGN KEY ("credits_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id","issued_at");--> statement-breakpoint
CREATE INDEX "invoices_of_invoice" ON "invoices" USING btree ("credits_id") WHERE "invoices"."credits_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("issued_at","prefix","sequence");--> statement-breakpoint
CREATE INDEX "invoices_by_order_number" ON "invoices" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "invoices_retained" ON "invoices" USING btree ("issued_at") WHERE "invoices"."recipient_encrypted" is not null;--> statement-breakpoint
-- HAND-WRITTEN: an issued document is frozen; only its recipient may be erased and its order deleted.
CREATE FUNCTION reject_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - ARRAY['recipient', 'recipient_encrypted', 'order_id']
      = to_jsonb(OLD) - ARRAY['recipient', 'recipient_encrypted', 'order_id']
    AND (NEW.recipient IS NULL OR NEW.recipient = OLD.recipient)
    AND (NEW.order_id IS NULL OR NEW.order_id = OLD.order_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Invoices cannot be changed.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER invoices_frozen BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION reject_invoice_change();
