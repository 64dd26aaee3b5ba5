SET LOCAL maintenance_work_mem = '256MB';--> statement-breakpoint
CREATE TABLE "search_windows" (
	"size" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- The words of a text in their order, cut to sixty letters. Spaces and punctuation stand between words.
CREATE OR REPLACE FUNCTION search_words(written text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(
    SELECT left(word, 60)
    FROM string_to_table(translate(written,
      E'\t\n\r\x0b\x0c !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\uff0c',
      repeat(' ', 60)), ' ') WITH ORDINALITY AS split (word, place)
    WHERE word <> '' ORDER BY place)
$$;--> statement-breakpoint
-- What the search finds a product by. A word holds no punctuation, so that the others are told from words by theirs:
-- two words that stand side by side, "=" before a word of the name, kinds, and the year, month, day, hour and ten
-- minutes in which it came. Not marked as safe in parallel: what it finds is found before other processes are under way.
-- Its own functions by their whole names: an index is built without a search path from PostgreSQL 17 on.
CREATE OR REPLACE FUNCTION search_terms(search_text text, name text, category_id text, brand text, condition text,
  origin text, price_cents integer, created_at timestamptz) RETURNS text[] LANGUAGE plpgsql IMMUTABLE COST 10 AS $$
DECLARE
  words text[] := public.search_words(search_text);
  made text := to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI');
BEGIN
  RETURN words
    || array(SELECT one || ' ' || next FROM unnest(words, words[2:]) AS pair (one, next) WHERE next IS NOT NULL)
    || array(SELECT '=' || word FROM unnest(public.search_words(lower(name))) AS word)
    || array['c:' || coalesce(category_id, ''), 'b:' || left(brand, 200), 'q:' || condition, 'o:' || origin,
      'p:' || trunc(ln(price_cents::float8 + 1) * 8)::integer,
      '@' || left(made, 4), '@' || left(made, 7), '@' || left(made, 10), '@' || left(made, 13), '@' || left(made, 15)];
END $$;--> statement-breakpoint
-- The pairs of letters of a word, side by side; the word itself where it has but one.
CREATE OR REPLACE FUNCTION word_pairs(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT substr(word, place, 2) FROM generate_series(1, greatest(length(word) - 1, 1)) AS place)
$$;--> statement-breakpoint
ALTER TABLE "new_product_words" ADD COLUMN "named" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "product_words" ADD COLUMN "named" boolean DEFAULT true NOT NULL;--> statement-breakpoint
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
  WHERE NOT EXISTS (
    SELECT FROM product_words known WHERE known.word = words.word AND known.named >= words.named)
    AND NOT EXISTS (
      SELECT FROM new_product_words coming WHERE coming.word = words.word AND coming.named >= words.named);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER products_spelt ON products;--> statement-breakpoint
CREATE TRIGGER products_spelt AFTER INSERT OR UPDATE OF name, brand, description ON products
  FOR EACH ROW EXECUTE FUNCTION note_product_words();--> statement-breakpoint
INSERT INTO product_words (word, named)
SELECT DISTINCT word, true FROM products, unnest(search_words(lower(name || ' ' || brand))) AS word
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO product_words (word, named)
SELECT DISTINCT word, false FROM products, unnest(search_words(search_text)) AS word
ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE INDEX "product_words_pairs" ON "product_words" USING gin (word_pairs("word"));--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
DROP INDEX "products_name_search";--> statement-breakpoint
CREATE INDEX "products_terms" ON "products" USING gin ((search_terms("search_text", "name", "category_id", "brand", "condition", "origin", "price_cents", "created_at") collate "C"));--> statement-breakpoint
-- The finds are always looked up by this index: to learn which terms are frequent would only cost.
ALTER INDEX "products_terms" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ANALYZE "product_words";
