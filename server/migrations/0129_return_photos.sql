CREATE TABLE "return_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"return_line_id" text,
	"media_name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"key" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_return_line_id_return_lines_id_fk" FOREIGN KEY ("return_line_id") REFERENCES "public"."return_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_media_name_media_files_name_fk" FOREIGN KEY ("media_name") REFERENCES "public"."media_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "return_photos_once" ON "return_photos" USING btree ("order_id","key") WHERE "return_photos"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "return_photos_of_line" ON "return_photos" USING btree ("return_line_id") WHERE "return_photos"."return_line_id" is not null;--> statement-breakpoint
CREATE INDEX "return_photos_waiting" ON "return_photos" USING btree ("created_at") WHERE "return_photos"."return_line_id" is null;--> statement-breakpoint
CREATE INDEX "return_photos_deleted" ON "return_photos" USING btree ("id") WHERE "return_photos"."deleted_at" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns SET carrier = '', tracking_number = '', exception_reason = '' WHERE order_id = NEW.id;
  UPDATE return_lines SET note = '', back_carrier = '', back_tracking_number = ''
  WHERE return_id IN (SELECT id FROM returns WHERE order_id = NEW.id);
  -- The next sweep deletes their files.
  UPDATE return_photos SET deleted_at = NEW.updated_at WHERE order_id = NEW.id AND deleted_at IS NULL;
  RETURN NULL;
END
$$;
