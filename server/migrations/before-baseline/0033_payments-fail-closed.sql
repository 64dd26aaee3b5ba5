ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_status";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_test_paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "refund_limit_cents" integer DEFAULT 20000 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "live_keys_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "live_money_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_awaiting" ON "refunds" USING btree ("order_id") WHERE "refunds"."status" = 'awaiting-approval';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_status" CHECK ("orders"."payment_status" in ('unpaid', 'started', 'paid', 'partly-refunded', 'refund-to-approve', 'refunded'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('awaiting-approval', 'requested', 'pending', 'succeeded', 'failed', 'declined'));--> statement-breakpoint
-- Shops that exist already: orders paid in test mode, and whether live keys or live money were ever there.
update orders set is_test_paid = true where payment_status in ('paid', 'partly-refunded', 'refunded') and exists (
  select 1 from payments where payments.order_id = orders.id and payments.status in ('succeeded', 'refunded')
    and not payments.livemode);--> statement-breakpoint
update store_settings set live_keys_since = now()
  where stripe_publishable_key like 'pk_live_%' or exists (select 1 from payments where livemode);--> statement-breakpoint
update store_settings set live_money_since = now()
  where exists (select 1 from payments where livemode and status in ('succeeded', 'refunded', 'held'));
