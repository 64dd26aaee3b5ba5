-- Splits a text into words of at most 60 letters, in order. Spaces and punctuation separate words.
CREATE OR REPLACE FUNCTION search_words(written text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(
    SELECT left(word, 60)
    FROM string_to_table(regexp_replace(written,
      E'[\\x09-\\x0d !-/:-@[-`{-~\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\uff0c]+', ' ', 'g'), ' ')
      WITH ORDINALITY AS split (word, place)
    WHERE word <> '' ORDER BY place)
$$;

-- Clears what a changed price has outdated: the former price and the end of a sale, unless the same statement sets
-- them. Clears the date of the price when new with that price.
CREATE OR REPLACE FUNCTION clear_outdated_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.original_price_cents IS NULL THEN NEW.new_price_date := NULL; END IF;
  IF TG_OP = 'UPDATE' THEN IF NEW.price_cents <> OLD.price_cents THEN
    IF NEW.former_price_cents IS NOT DISTINCT FROM OLD.former_price_cents THEN NEW.former_price_cents := NULL; END IF;
    IF NEW.sale_ends_at IS NOT DISTINCT FROM OLD.sale_ends_at THEN NEW.sale_ends_at := NULL; END IF;
  END IF; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER products_outdated_prices BEFORE INSERT OR UPDATE OF price_cents, original_price_cents, new_price_date ON products
  FOR EACH ROW EXECUTE FUNCTION clear_outdated_prices();

-- Appends the price of a product to its history, null while it is off sale.
CREATE OR REPLACE FUNCTION record_product_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Read under the row lock, so that the order of the times is the order of the changes.
  INSERT INTO product_prices (product_id, since, price_cents)
  VALUES (NEW.id, clock_timestamp(), CASE WHEN NEW.archived_at IS NULL THEN NEW.price_cents END)
  ON CONFLICT (product_id, since) DO UPDATE SET price_cents = excluded.price_cents;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_price_history AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION record_product_price();

CREATE OR REPLACE TRIGGER products_price_history_update AFTER UPDATE OF price_cents, archived_at ON products FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.price_cents, NEW.archived_at IS NULL))
  EXECUTE FUNCTION record_product_price();

-- Stages the new words of a product for the search vocabulary.
CREATE OR REPLACE FUNCTION stage_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_vocabulary_staging (word, named)
  SELECT word, named
  FROM (
    SELECT word, bool_or(in_name) AS named
    FROM (
      SELECT unnest(search_words(lower(NEW.name || ' ' || NEW.brand))), true
      UNION ALL SELECT unnest(search_words(lower(NEW.description))), false
    ) AS entry (word, in_name)
    GROUP BY word
  ) AS words
  -- Scalar subqueries force an index lookup per word: a plan cached while the tables were empty would scan them.
  WHERE coalesce((SELECT known.named FROM search_vocabulary known WHERE known.word = words.word) < words.named, true)
    AND (SELECT true FROM search_vocabulary_staging staged
      WHERE staged.word = words.word AND staged.named >= words.named LIMIT 1) IS NULL;
  RETURN NULL;
END $$;

-- Words of drafts would otherwise be suggested to shoppers; publishing stages them.
CREATE OR REPLACE TRIGGER products_vocabulary AFTER INSERT OR UPDATE OF name, brand, description, is_draft ON products
  FOR EACH ROW WHEN (NOT NEW.is_draft) EXECUTE FUNCTION stage_product_words();

-- Copies stock and sales of a new product to `product_stock_and_sales`.
CREATE OR REPLACE FUNCTION insert_stock_and_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_stock_and_sales (product_id, stock_count, sold_count)
  VALUES (NEW.id, NEW.stock_count, NEW.sold_count);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_stock_and_sales AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION insert_stock_and_sales();

-- Copies changed stock and sales to `product_stock_and_sales`. The array makes the planner expect few rows
-- and look them up by id.
CREATE OR REPLACE FUNCTION update_stock_and_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_stock_and_sales copy SET stock_count = products.stock_count, sold_count = products.sold_count
  FROM products
  WHERE copy.product_id = ANY (array(SELECT id FROM changed)) AND products.id = copy.product_id
    AND (copy.stock_count <> products.stock_count OR copy.sold_count <> products.sold_count);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_stock_and_sales_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION update_stock_and_sales();

-- Sets the family of a product from its model key; a new product gets the ratings of its family. The lock
-- makes a move of the configuration wait.
CREATE OR REPLACE FUNCTION set_family_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.family_id := NULL;
  IF NEW.model_key IS NOT NULL THEN
    SELECT family_id INTO NEW.family_id FROM device_models WHERE model_key = NEW.model_key FOR SHARE;
  END IF;
  NEW.family_id := coalesce(NEW.family_id, NEW.id);
  IF TG_OP = 'INSERT' AND NEW.model_key IS NOT NULL THEN
    SELECT coalesce(sum(rating), 0), count(*) INTO NEW.rating_sum, NEW.review_count
    FROM reviews WHERE family_id = NEW.family_id AND NOT hidden;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER products_family BEFORE INSERT OR UPDATE OF model_key, id ON products
  FOR EACH ROW EXECUTE FUNCTION set_family_of_product();

-- Moves weight and barcodes of a product with a model key to its configuration, to which they belong.
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
END $$;

CREATE OR REPLACE TRIGGER products_box BEFORE INSERT OR UPDATE OF model_key, grams, gtins ON products
  FOR EACH ROW WHEN (NEW.grams IS NOT NULL OR NEW.gtins <> '{}') EXECUTE FUNCTION move_box_to_configuration();

-- Returns the base color of a configuration, by which shoppers filter: by lightness, chroma and hue of its color code in
-- OKLCH (CSS Color Module Level 4, section 9). Without a code, it is the name of the color.
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
END $$;

-- Sets the base color of a configuration from its options.
CREATE OR REPLACE FUNCTION set_base_color() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.base_color := base_color(NEW.options);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER device_models_base_color BEFORE INSERT OR UPDATE OF options ON device_models
  FOR EACH ROW EXECUTE FUNCTION set_base_color();

-- Adds the units of an order to the sold counts of its products, or subtracts them. Units that came back with
-- the refund of a line are not sold.
CREATE OR REPLACE FUNCTION update_sold_counts(changed_order_id text, direction integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In id order, so that two orders of the same products cannot deadlock.
  PERFORM FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = changed_order_id)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE products SET sold_count = sold_count + direction * sold.units
  FROM (
    SELECT product_id, sum(quantity - returned_quantity)::int AS units
    FROM order_items WHERE order_id = changed_order_id GROUP BY 1
  ) AS sold
  WHERE products.id = sold.product_id;
END $$;
