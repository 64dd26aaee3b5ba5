CREATE INDEX "products_of_kind" ON "products" USING btree ("category_id","brand","condition","created_at","id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO new_product_words (word, named)
  SELECT word, named
  FROM (
    SELECT word, bool_or(in_name) AS named
    FROM (
      SELECT unnest(search_words(lower(NEW.name || ' ' || NEW.brand))), true
      UNION ALL SELECT unnest(search_words(lower(NEW.description))), false
    ) AS each (word, in_name)
    GROUP BY word
  ) AS words
  -- Each looked up by itself: joined, the tables would be read whole by a plan that was made while they were empty.
  WHERE coalesce((SELECT known.named FROM product_words known WHERE known.word = words.word) < words.named, true)
    AND (SELECT true FROM new_product_words coming
      WHERE coming.word = words.word AND coming.named >= words.named LIMIT 1) IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What it costs to look through all products by it, so that even in a small shop the index is asked.
ALTER FUNCTION search_terms COST 1000;
