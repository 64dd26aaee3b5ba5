ALTER TABLE "disputes" ADD COLUMN "is_charge_refundable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "channel_orders_by_name" ON "channel_orders" USING btree ("channel_name","order_id");--> statement-breakpoint
CREATE INDEX "orders_by_country" ON "orders" USING btree ("country","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_carrier" ON "orders" USING btree ("carrier","created_at","id") WHERE "orders"."carrier" is not null;--> statement-breakpoint
-- Inquiries withdraw no money; Stripe still refunds their payments.
UPDATE "disputes" SET "is_charge_refundable" = true
WHERE "status" IN ('won', 'closed') OR ("status" IN ('needs-response', 'under-review') AND NOT "are_funds_withdrawn");--> statement-breakpoint
UPDATE "payments" SET "is_disputed" = true WHERE "id" IN (
	SELECT "payment_id" FROM "disputes"
	WHERE "status" IN ('needs-response', 'under-review', 'lost') AND NOT "is_charge_refundable"
);
