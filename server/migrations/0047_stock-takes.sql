CREATE TABLE "stock_take_units" (
	"stock_take_id" text NOT NULL,
	"unit_id" text NOT NULL,
	"is_expected" boolean NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"counted_by" text,
	"captured" text,
	"was_missing" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stock_take_units_stock_take_id_unit_id_pk" PRIMARY KEY("stock_take_id","unit_id")
);
--> statement-breakpoint
CREATE TABLE "stock_takes" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_by" text,
	"closed_at" timestamp (3) with time zone,
	"is_discarded" boolean DEFAULT false NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_takes_closed" CHECK (("stock_takes"."closed_at" is null) = ("stock_takes"."closed_by" is null))
);
--> statement-breakpoint
ALTER TABLE "stock_take_units" ADD CONSTRAINT "stock_take_units_stock_take_id_stock_takes_id_fk" FOREIGN KEY ("stock_take_id") REFERENCES "public"."stock_takes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_units" ADD CONSTRAINT "stock_take_units_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_take_units_of_unit" ON "stock_take_units" USING btree ("unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_takes_open" ON "stock_takes" USING btree ("place") WHERE "stock_takes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "stock_takes_newest" ON "stock_takes" USING btree ("created_at","id");