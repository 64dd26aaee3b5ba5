CREATE TABLE "export_presets" (
	"shop" text PRIMARY KEY NOT NULL,
	"preset" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_import_images" (
	"import_id" text NOT NULL,
	"product_id" text NOT NULL,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"media_name" text,
	"message" text,
	CONSTRAINT "product_import_images_import_id_product_id_url_pk" PRIMARY KEY("import_id","product_id","url")
);
--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "shop" text;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "copy_images" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_import_images" ADD CONSTRAINT "product_import_images_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_import_images_by_state" ON "product_import_images" USING btree ("import_id","state","product_id");--> statement-breakpoint
CREATE INDEX "product_import_images_by_url" ON "product_import_images" USING btree ("url");