CREATE TABLE "page_text_versions" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"markdown" text,
	"author_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_text_versions_page_version_pk" PRIMARY KEY("page","version"),
	CONSTRAINT "page_text_versions_length" CHECK (length("page_text_versions"."markdown") <= 60000)
);
--> statement-breakpoint
ALTER TABLE "page_text_versions" ADD CONSTRAINT "page_text_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;