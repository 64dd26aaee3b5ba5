ALTER TABLE "device_models" ADD COLUMN "base_color" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION base_color(options jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  code text := options ->> 'colorHex';
  rgb double precision[];
  lms double precision[];
  lightness double precision;
  a double precision;
  b double precision;
  chroma double precision;
  hue double precision;
BEGIN
  IF code IS NULL OR code !~* '^#[0-9a-f]{6}$' THEN RETURN options ->> 'color'; END IF;
  -- sRGB in linear light.
  SELECT array_agg(CASE WHEN level <= 0.04045 THEN level / 12.92 ELSE ((level + 0.055) / 1.055) ^ 2.4 END ORDER BY place)
  INTO rgb FROM (SELECT get_byte(decode(substr(code, 2), 'hex'), place) / 255.0::double precision AS level, place
    FROM generate_series(0, 2) AS place) AS levels;
  lms := ARRAY[
    cbrt(0.4122214708 * rgb[1] + 0.5363325363 * rgb[2] + 0.0514459929 * rgb[3]),
    cbrt(0.2119034982 * rgb[1] + 0.6806995451 * rgb[2] + 0.1073969566 * rgb[3]),
    cbrt(0.0883024619 * rgb[1] + 0.2817188376 * rgb[2] + 0.6299787005 * rgb[3])];
  lightness := 0.2104542553 * lms[1] + 0.7936177850 * lms[2] - 0.0040720468 * lms[3];
  a := 1.9779984951 * lms[1] - 2.4285922050 * lms[2] + 0.4505937099 * lms[3];
  b := 0.0259040371 * lms[1] + 0.7827717662 * lms[2] - 0.8086757660 * lms[3];
  chroma := sqrt(a * a + b * b);
  hue := CASE WHEN chroma < 0.001 THEN 0 ELSE degrees(atan2(b, a)) END;
  IF hue < 0 THEN hue := hue + 360; END IF;
  -- Very dark colors, and warm ones such as champagne, look neutral with more chroma than others.
  IF chroma < 0.02 OR (lightness < 0.34 AND chroma < 0.03) OR (hue >= 60 AND hue < 110 AND chroma < 0.025) THEN
    RETURN CASE WHEN lightness < 0.36 THEN 'Black' WHEN lightness < 0.72 THEN 'Gray'
      WHEN lightness < 0.9 THEN 'Silver' ELSE 'White' END;
  END IF;
  RETURN CASE
    WHEN hue >= 340 OR hue < 10 THEN 'Pink'
    WHEN hue < 80 AND chroma < 0.08 AND lightness < 0.72 THEN 'Brown'
    WHEN hue < 40 THEN CASE WHEN lightness > 0.65 THEN 'Pink' ELSE 'Red' END
    WHEN hue < 80 THEN CASE WHEN chroma < 0.1 THEN 'Gold' ELSE 'Orange' END
    WHEN hue < 110 THEN CASE WHEN lightness < 0.55 THEN 'Brown' WHEN chroma < 0.06 THEN 'Gold' ELSE 'Yellow' END
    WHEN hue < 190 THEN 'Green'
    WHEN hue < 285 THEN 'Blue'
    WHEN hue < 325 OR lightness < 0.6 THEN 'Purple'
    ELSE 'Pink' END;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_base_color() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.base_color := base_color(NEW.options);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER device_models_base_color BEFORE INSERT OR UPDATE OF options ON device_models
  FOR EACH ROW EXECUTE FUNCTION set_base_color();
--> statement-breakpoint
UPDATE "device_models" SET "base_color" = base_color("options");
