CREATE TABLE "search_synonyms" (
	"id" text PRIMARY KEY NOT NULL,
	"phrases" text[] NOT NULL,
	"terms" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonyms_terms" CHECK (cardinality("search_synonyms"."terms") between 2 and 12)
);
--> statement-breakpoint
CREATE TABLE "synonym_seeds" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "synonym_seeds_one_row" CHECK ("synonym_seeds"."id" = 1)
);
