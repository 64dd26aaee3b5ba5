CREATE TABLE "counted_search_orders" (
	"order_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_search_stats" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"searches" integer NOT NULL,
	"without_results" integer NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"askers" bigint NOT NULL,
	CONSTRAINT "daily_search_stats_day_query_pk" PRIMARY KEY("day","query")
);
--> statement-breakpoint
CREATE TABLE "recent_searches" (
	"id" text PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"day" date NOT NULL,
	"clicked_products" text[] DEFAULT '{}' NOT NULL,
	"purchased" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counted_search_orders_oldest" ON "counted_search_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recent_searches_oldest" ON "recent_searches" USING btree ("created_at");