CREATE TABLE "general_return_policy" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"change_of_mind" boolean NOT NULL,
	"label_by" text NOT NULL,
	"restocking_percent" integer NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "general_return_policy_one_row" CHECK ("general_return_policy"."id" = 1),
	CONSTRAINT "general_return_policy_restocking" CHECK ("general_return_policy"."restocking_percent" between 0 and 50)
);
--> statement-breakpoint
CREATE TABLE "return_policies" (
	"category_id" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"change_of_mind" boolean NOT NULL,
	"label_by" text NOT NULL,
	"restocking_percent" integer NOT NULL,
	CONSTRAINT "return_policies_days" CHECK ("return_policies"."days" between 0 and 3650),
	CONSTRAINT "return_policies_restocking" CHECK ("return_policies"."restocking_percent" between 0 and 50)
);
--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "returns_vary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "return_policies" ADD CONSTRAINT "return_policies_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;