ALTER TABLE "product_import_rows" ADD COLUMN "doubts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "product_import_rows" ADD COLUMN "offer_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "product_import_rows_by_offer" ON "product_import_rows" USING btree ("import_id","offer_key") WHERE "product_import_rows"."offer_key" <> '';--> statement-breakpoint
CREATE INDEX "product_import_rows_doubted" ON "product_import_rows" USING btree ("import_id","number") WHERE "product_import_rows"."doubts" <> '[]'::jsonb;