-- The pairs of letters of a word, side by side, its end counted as a letter.
CREATE OR REPLACE FUNCTION word_pairs(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT substr(word || ' ', place, 2) FROM generate_series(1, length(word)) AS place)
$$;--> statement-breakpoint
REINDEX INDEX "product_words_pairs";
