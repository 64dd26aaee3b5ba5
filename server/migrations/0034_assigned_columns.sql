CREATE TABLE "assigned_columns" (
	"name_key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"column_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "names" text[] DEFAULT '{}' NOT NULL;