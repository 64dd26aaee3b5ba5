CREATE TABLE "draft_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"customer_id" text,
	"email" text NOT NULL,
	"address" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"shipping_method" text NOT NULL,
	"is_shipping_set" boolean NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"shipping_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"tax_rate_tenths" integer NOT NULL,
	"tax_included" boolean NOT NULL,
	"total_cents" bigint NOT NULL,
	"free_shipping_threshold_cents" integer NOT NULL,
	"standard_shipping_cents" integer NOT NULL,
	"express_shipping_cents" integer NOT NULL,
	"created_by" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"order_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_orders_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "draft_orders" ADD CONSTRAINT "draft_orders_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_orders" ADD CONSTRAINT "draft_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_orders_newest" ON "draft_orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "draft_orders_expired" ON "draft_orders" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "draft_orders_of_customer" ON "draft_orders" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "draft_orders_of_email" ON "draft_orders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "draft_orders_of_order" ON "draft_orders" USING btree ("order_id");