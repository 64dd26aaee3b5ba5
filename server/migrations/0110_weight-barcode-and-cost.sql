ALTER TABLE "products" ADD COLUMN "grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gtins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_box" CHECK ("products"."model_key" is null or ("products"."grams" is null and "products"."gtins" = '{}'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_box_to_configuration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.model_key IS NULL THEN RETURN NEW; END IF;
  IF NEW.grams IS NOT NULL THEN
    UPDATE device_models SET grams = NEW.grams WHERE model_key = NEW.model_key;
  END IF;
  INSERT INTO model_codes (kind, code, model_key)
  SELECT 'gtin', code, NEW.model_key FROM unnest(NEW.gtins) AS code ON CONFLICT DO NOTHING;
  NEW.grams := NULL;
  NEW.gtins := '{}';
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_box BEFORE INSERT OR UPDATE OF model_key, grams, gtins ON products
  FOR EACH ROW WHEN (NEW.grams IS NOT NULL OR NEW.gtins <> '{}') EXECUTE FUNCTION move_box_to_configuration();
--> statement-breakpoint
-- Presets that were changed before exports had their weight, barcodes and cost read.
UPDATE "export_presets" SET "preset" = jsonb_set("preset", '{columns}', ("preset" -> 'columns') || CASE "shop"
  WHEN 'shopify' THEN '[{"name":"Cost per item","column":"unitCost"},{"name":"Variant Grams","column":"grams"},{"name":"Weight value (grams)","column":"grams"},{"name":"Variant Barcode","column":"gtins"},{"name":"Barcode","column":"gtins"}]'::jsonb
  ELSE '[{"name":"Cost of goods","column":"unitCost"},{"name":"Meta: _wc_cog_cost","column":"unitCost"},{"name":"Meta: _alg_wc_cog_cost","column":"unitCost"},{"name":"Weight (kg)","column":"grams"},{"name":"Weight (g)","column":"grams"},{"name":"Weight (lbs)","column":"grams"},{"name":"Weight (oz)","column":"grams"},{"name":"GTIN, UPC, EAN, or ISBN","column":"gtins"}]'::jsonb END)
WHERE "shop" IN ('shopify', 'woocommerce') AND jsonb_typeof("preset" -> 'columns') = 'array'
  AND jsonb_array_length("preset" -> 'columns') <= 90;
