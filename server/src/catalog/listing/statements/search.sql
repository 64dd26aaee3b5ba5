
    select typed.word, null::integer as size, null::timestamptz as since, place, is_known,
      case when length(typed.word) > 1 and place <= $1
        then array(select word from (
  select word from "search_vocabulary" where length(typed.word) > 2 and word like '%' || typed.word || '%'
  union all select word from "search_vocabulary" where length(typed.word) = 2 and word_pairs(word) @> array[typed.word]
  union select word from "search_vocabulary_staging" where length(typed.word) > 1 and word like '%' || typed.word || '%') words limit $2) end as substring_matches,
      case when length(typed.word) = 1 and place = 1 and count(*) over () > 1 then array(select word from (
  select word from "search_vocabulary" where word_pairs(word) @> array[typed.word || ' ']
  union select word from "search_vocabulary_staging" where word like '%' || typed.word) words limit $3) when length(typed.word) = 1 and place > 1 and place = count(*) over () then array(select word from (
  select word from "search_vocabulary" where word like typed.word || '%'
  union select word from "search_vocabulary_staging" where word like typed.word || '%') words limit $4) end as affix_matches,
      case when $5 and not is_known and length(typed.word) >= $6 and place <= $7
        then array(
  select word from (
    select word from unnest(array[left(typed.word, 2) || '%', '%' || right(typed.word, 2)] || array(
      select '%' || substr(typed.word, place, 3) || '%' from generate_series(1, length(typed.word) - 2) place)) piece,
      lateral (select word from "search_vocabulary" where named and word like piece
        union all select word from "search_vocabulary_staging" where named and word like piece) words
    where length(word) - length(typed.word) <= 2
    group by word
  ) words order by similarity(word, typed.word) desc, word limit $8) end as similar_words
    from unnest(search_words(lower($9))) with ordinality as typed (word, place), lateral (
      select exists (select from "search_vocabulary" known where known.word = typed.word)
        or exists (select from "search_vocabulary_staging" staged where staged.word = typed.word) as is_known) known
    union all select null, size, since, size, null, null, null, null from "recency_tiers"
    order by size nulls first, place;

with "recent_all" as materialized (select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, ((lower("products"."name") like '%' || lower($1) || '%')) as named from "products" where (((((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $2::text[]) and ("products"."search_text" like '%' || lower($3) || '%'))) and "products"."archived_at" is null) and (search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $4::text[]))),
"capped_recent_all" as materialized (select * from "recent_all" limit $5),
"wide_all" as materialized (select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, ((lower("products"."name") like '%' || lower($6) || '%')) as named from "products" where false),
"capped_wide_all" as materialized (select * from "wide_all" limit $7),
"whole_all" as materialized (select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, ((lower("products"."name") like '%' || lower($8) || '%')) as named from "products" where (((((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $9::text[]) and ("products"."search_text" like '%' || lower($10) || '%'))) and "products"."archived_at" is null) and not ((select count(*) from "capped_recent_all") > $11) and not ((select count(*) from "capped_wide_all") > $12))),
"capped_whole_all" as materialized (select * from "whole_all" limit $13),
"matched_all" as materialized (
      select * from "capped_recent_all" where (select count(*) from "capped_recent_all") > $14
      union all select * from "capped_wide_all" where (select count(*) from "capped_wide_all") > $15
      union all table "capped_whole_all"),
anything as materialized (select from "products" where ((((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $16::text[]) and ("products"."search_text" like '%' || lower($17) || '%'))) and "products"."archived_at" is null)), facets as (select case when grouping(category_id) = 0 then $18 when grouping(brand) = 0 then $19 when grouping(condition) = 0 then $20 when grouping(origin) = 0 then $21 else $22::text end as facet,
      case when grouping(category_id) = 0 then category_id when grouping(brand) = 0 then brand when grouping(condition) = 0 then condition when grouping(origin) = 0 then origin else null::text end as value, count(*)::int as count, (count(*) filter (where in_stock))::int as in_stock, min(price) as lowest,
        max(price) as highest, (select count(*) from "matched_all") > $23 as at_least
    from "matched_all" group by grouping sets ((category_id), (brand), (condition), (origin), ())), named as (select facets.*, "categories"."name" as name, "categories"."slug" as slug
  from facets left join "categories" on facets.facet = 'category' and "categories"."id" = facets.value)
      select *, (case when exists (select from matched_all) then true else exists (select from anything) end) as has_matches, null::text[] as ids, (select count(*) from capped_recent_all where true)::int as recent, (select count(*) from capped_recent_all where named)::int as recent_named,
    case when facet <> 'all' then null when not at_least then array(select id from matched_all order by named desc, created_at desc, id desc limit $24 offset $25) when (select count(*) from capped_recent_all where named)::int >= $26 and (select count(*) from capped_recent_all where true)::int <= $27 then array(select id from capped_recent_all order by named desc, created_at desc, id desc limit $28 offset $29) end as page from named;

select "products"."id", "products"."slug", "products"."name", "products"."brand", "products"."images" ->> 0, "products"."price_cents", "products"."original_price_cents", "products"."category_id", "products"."condition", "products"."origin", "products"."stock_count", "products"."specifications", "products"."rating_sum", "products"."review_count", (
  select min(other.price_cents) from "products" other
  where other.model_key = "products".model_key and other.stock_count > 0 and other.archived_at is null
) from "products" inner join unnest($1::text[]) with ordinality as page (id, place) on page.id = "products"."id" order by page.place