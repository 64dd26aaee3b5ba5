CREATE TABLE "payment_findings" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"intent_id" text,
	"detail" text NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_findings_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "payment_reconciliation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"wide_at" timestamp (3) with time zone,
	"compared" integer DEFAULT 0 NOT NULL,
	"repaired" integer DEFAULT 0 NOT NULL,
	"failure" text,
	CONSTRAINT "payment_reconciliation_one_row" CHECK ("payment_reconciliation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "stripe_publishable_key" text;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "stripe_secret_key_sealed" text;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "stripe_webhook_secret_sealed" text;--> statement-breakpoint
ALTER TABLE "payment_findings" ADD CONSTRAINT "payment_findings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_findings_newest" ON "payment_findings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_findings_open" ON "payment_findings" USING btree ("created_at","id") WHERE "payment_findings"."resolved_at" is null;