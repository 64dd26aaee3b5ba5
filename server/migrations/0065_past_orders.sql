CREATE TABLE "past_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"shop" text NOT NULL,
	"number" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"items" jsonb NOT NULL,
	"discount_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"refunded_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "past_orders_number" ON "past_orders" USING btree ("shop","number");--> statement-breakpoint
CREATE INDEX "past_orders_of_email" ON "past_orders" USING btree ("email","placed_at") WHERE "past_orders"."email" <> '';--> statement-breakpoint
CREATE INDEX "past_orders_newest" ON "past_orders" USING btree ("placed_at","id");