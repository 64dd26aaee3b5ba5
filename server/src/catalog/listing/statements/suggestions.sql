
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


    with "named_0" as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from "products" where (("products"."archived_at" is null and (((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $1::text[]) and (lower("products"."name") like '%' || lower($2) || '%')))) and (search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $3::text[]))),
"named_1" as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from "products" where (("products"."archived_at" is null and (((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $4::text[]) and (lower("products"."name") like '%' || lower($5) || '%')))) and (search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $6::text[]) and not (select count(distinct model) from "named_0" where in_stock) >= $7)),
"named_2" as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from "products" where (("products"."archived_at" is null and (((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $8::text[]) and (lower("products"."name") like '%' || lower($9) || '%')))) and not (select count(distinct model) from "named_0" where in_stock) >= $10 and not (select count(distinct model) from "named_1" where in_stock) >= $11)),
"named" as materialized (
      select * from (select * from "named_0" where (select count(distinct model) from "named_0" where in_stock) >= $12 union all select * from "named_1" where (select count(distinct model) from "named_1" where in_stock) >= $13 union all select * from "named_2") matches order by created_at desc, id desc limit $14),
"others_0" as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from "products" where (("products"."archived_at" is null and ((((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $15::text[]) and ("products"."search_text" like '%' || lower($16) || '%'))) and not ((lower("products"."name") like '%' || lower($17) || '%')))) and (search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $18::text[]) and not (select count(distinct model) from named where true) >= $19)),
"others_1" as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from "products" where (("products"."archived_at" is null and ((((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $20::text[]) and ("products"."search_text" like '%' || lower($21) || '%'))) and not ((lower("products"."name") like '%' || lower($22) || '%')))) and (search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $23::text[]) and not (select count(distinct model) from named where true) >= $24 and not (select count(distinct model) from "others_0" where in_stock) >= $25)),
"others_2" as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from "products" where (("products"."archived_at" is null and ((((search_terms("products"."search_text", "products"."name", "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."created_at") collate "C") && (select $26::text[]) and ("products"."search_text" like '%' || lower($27) || '%'))) and not ((lower("products"."name") like '%' || lower($28) || '%')))) and not (select count(distinct model) from named where true) >= $29 and not (select count(distinct model) from "others_0" where in_stock) >= $30 and not (select count(distinct model) from "others_1" where in_stock) >= $31)),
"others" as materialized (
      select * from (select * from "others_0" where (select count(distinct model) from "others_0" where in_stock) >= $32 union all select * from "others_1" where (select count(distinct model) from "others_1" where in_stock) >= $33 union all select * from "others_2") matches order by created_at desc, id desc limit $34), ranked as (
      select *, id = any(array(select id from named)) as is_in_name, row_number() over (
        partition by coalesce(model_key, id) order by stock_capped > 0 desc, price_cents, id) as rank_in_model
      from "products" where id = any(array(select id from named union all select id from others))
    )
    select slug, name, images, price_cents as price from ranked
    where rank_in_model = 1
    order by strpos(lower(name), lower($35)) > 0 desc, is_in_name desc, stock_capped > 0 desc, created_at desc, slug limit $36;


    (select distinct brand, '' as name, '' as slug from (
  select category_id, brand, condition, origin, in_stock, sum(products)::int as products, sum(discounted)::int as discounted,
    sum(featured)::int as featured, sum(low)::int as low, min(lowest_cents) as lowest, max(highest_cents) as highest
  from (
    select category_id, brand, condition, origin, in_stock, products, discounted, featured, low, lowest_cents, highest_cents from "facet_counts"
    union all
    select category_id, brand, condition, origin, in_stock, products, discounted, featured, low, case when products > 0 then price_cents end,
      case when products > 0 then price_cents end
    from "facet_count_deltas"
  ) summed
  group by category_id, brand, condition, origin, in_stock having sum(products) > 0
) buckets where lower(brand) like '%' || lower($1) || '%'
      order by brand limit $2)
    union all
    (select null, name, slug from "categories" where lower(name) like '%' || lower($3) || '%' order by name limit $4)