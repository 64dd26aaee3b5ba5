-- Some terms of many, so that the index can be asked for them list by list (`&& any(...)`): it compares each find
-- with every term it was asked for, and a thousand at once take seconds.
CREATE DOMAIN "term_list" AS text[];
--> statement-breakpoint
-- The same words as before in half the time: each product written has its words taken apart several times.
CREATE OR REPLACE FUNCTION search_words(written text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(
    SELECT left(word, 60)
    FROM string_to_table(regexp_replace(written,
      E'[\\x09-\\x0d !-/:-@[-`{-~\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\uff0c]+', ' ', 'g'), ' ')
      WITH ORDINALITY AS split (word, place)
    WHERE word <> '' ORDER BY place)
$$;
--> statement-breakpoint
-- So that even of few products that are expected, none is compared with the terms one by one.
ALTER FUNCTION search_terms COST 100000;
