CREATE TABLE "dropped_mails" (
	"kind" text PRIMARY KEY NOT NULL,
	"mails" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"sends" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_order_mails" (
	"event_key" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"request" json NOT NULL,
	"try_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_invoices" (
	"order_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "mail_kept_days" integer DEFAULT 365 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "job_kept_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "network_kept_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "guest_kept_days" integer DEFAULT 1095 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "invoice_kept_years" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_order_mails" ADD CONSTRAINT "waiting_order_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_invoices" ADD CONSTRAINT "kept_invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_budgets_expired" ON "mail_budgets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "waiting_order_mails_due" ON "waiting_order_mails" USING btree ("try_at");--> statement-breakpoint
CREATE INDEX "waiting_order_mails_of_order" ON "waiting_order_mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "kept_invoices_oldest" ON "kept_invoices" USING btree ("ordered_at");--> statement-breakpoint
CREATE INDEX "privacy_requests_expired" ON "privacy_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "privacy_requests_of" ON "privacy_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("order_id") WHERE "mails"."order_id" is not null;--> statement-breakpoint
-- HAND-WRITTEN: the audit stays append-only but for two things that age. The networks of an entry may be taken out, and
-- failed sign-ins, which strangers write, may be deleted after 30 days.
DROP TRIGGER "audit_entries_append_only" ON "audit_entries";--> statement-breakpoint
CREATE FUNCTION "refuse_audit_row_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.action = 'refuse sign-in' AND OLD.created_at < now() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  ELSIF NEW.after = OLD.after - 'from' AND NEW.id = OLD.id AND NEW.action = OLD.action AND NEW.subject = OLD.subject
    AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id AND NEW.before IS NOT DISTINCT FROM OLD.before
    AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only"
BEFORE UPDATE OR DELETE ON "audit_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_row_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_no_truncate"
BEFORE TRUNCATE ON "audit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
-- Copies of earlier order mails belong to their order: the subject names it.
UPDATE "mails" SET "order_id" = "orders"."id" FROM "orders"
WHERE "mails"."kind" LIKE 'order-%' AND "orders"."order_number" = substring("mails"."subject" FROM 'your order ([A-Z0-9-]+)');
--> statement-breakpoint
UPDATE "mails" SET "order_id" = "orders"."id" FROM "orders"
WHERE "mails"."kind" = 'order-placed' AND "mails"."event_key" = 'order-placed:' || "orders"."id";
