CREATE TABLE "carrier_accounts" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"api_key_encrypted" text,
	"event_secret_encrypted" text,
	"subscription_id" text,
	"sender" jsonb NOT NULL,
	"packaging" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carrier_accounts_one_row" CHECK ("carrier_accounts"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "shipping_labels" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"shipment_id" text NOT NULL,
	"rate_id" text NOT NULL,
	"carrier" text NOT NULL,
	"service" text NOT NULL,
	"cost_cents" bigint NOT NULL,
	"parcel" jsonb NOT NULL,
	"tracking_number" text,
	"label_url" text,
	"is_test" boolean NOT NULL,
	"parcel_status" text DEFAULT 'unknown' NOT NULL,
	"followed_until" timestamp (3) with time zone,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipping_labels_shipment_id_unique" UNIQUE("shipment_id")
);
--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "grams" integer;--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "length_mm" integer;--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "width_mm" integer;--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "height_mm" integer;--> statement-breakpoint
ALTER TABLE "shipping_labels" ADD CONSTRAINT "shipping_labels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipping_labels_of_order" ON "shipping_labels" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_usable" ON "shipping_labels" USING btree ("order_id") WHERE "shipping_labels"."state" in ('buying', 'bought');--> statement-breakpoint
CREATE INDEX "shipping_labels_by_tracking" ON "shipping_labels" USING btree ("tracking_number") WHERE "shipping_labels"."tracking_number" is not null;