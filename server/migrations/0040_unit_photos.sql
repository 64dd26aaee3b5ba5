CREATE TABLE "unit_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"position" smallint NOT NULL,
	"media_name" text NOT NULL,
	"public_name" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"view" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"key" text,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unit_photos" ADD CONSTRAINT "unit_photos_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_photos" ADD CONSTRAINT "unit_photos_media_name_media_files_name_fk" FOREIGN KEY ("media_name") REFERENCES "public"."media_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_photos" ADD CONSTRAINT "unit_photos_public_name_media_files_name_fk" FOREIGN KEY ("public_name") REFERENCES "public"."media_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_photos_of_unit" ON "unit_photos" USING btree ("unit_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_photos_once" ON "unit_photos" USING btree ("unit_id","key");