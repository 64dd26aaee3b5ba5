CREATE TABLE "channel_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"channel_id" text,
	"channel_name" text NOT NULL,
	"external_id" text NOT NULL,
	"lines" jsonb NOT NULL,
	"buyer_paid_cents" bigint NOT NULL,
	"tax_collected_cents" bigint NOT NULL,
	"fee_cents" bigint,
	"is_by_hand" boolean NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"shipment_sent_at" timestamp (3) with time zone,
	"shipment_failure" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_listings" (
	"channel_id" text NOT NULL,
	"product_id" text NOT NULL,
	"sku" text NOT NULL,
	"offer_id" text,
	"url" text,
	"is_ending" boolean DEFAULT false NOT NULL,
	"sent_stock" integer,
	"sent_price_cents" integer,
	"sent_version" integer,
	"sent_on_sale" boolean,
	"sent_rules" integer,
	"failure" text DEFAULT '' NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_listings_channel_id_product_id_pk" PRIMARY KEY("channel_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"buffer" integer NOT NULL,
	"price_percent" double precision NOT NULL,
	"price_ending" text NOT NULL,
	"account_encrypted" text,
	"settings" jsonb,
	"rules_version" integer DEFAULT 1 NOT NULL,
	"orders_read_at" timestamp (3) with time zone,
	"orders_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_buffer" CHECK ("channels"."buffer" >= 0),
	CONSTRAINT "channels_kind" CHECK ("channels"."kind" in ('ebay', 'back-market', 'adapter'))
);
--> statement-breakpoint
ALTER TABLE "order_notes" ADD COLUMN "is_by_shop" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_orders" ADD CONSTRAINT "channel_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_orders" ADD CONSTRAINT "channel_orders_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_listings" ADD CONSTRAINT "channel_listings_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_orders_external" ON "channel_orders" USING btree ("channel_id","external_id");--> statement-breakpoint
CREATE INDEX "channel_orders_to_ship" ON "channel_orders" USING btree ("next_attempt_at") WHERE "channel_orders"."shipment_sent_at" is null;--> statement-breakpoint
CREATE INDEX "channel_listings_by_sku" ON "channel_listings" USING btree ("channel_id","sku");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_channel" CHECK (("payments"."processor" = 'channel') = ("payments"."method" = 'channel'));