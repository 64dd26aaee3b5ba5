
  with kinds as materialized (
  select word from "categories", unnest(search_words(lower(name))) as word
  union all select word from "search_synonyms", unnest(terms) as word
  where word not like '% %' and exists (select from unnest(terms) as synonym
    where cardinality(string_to_array(synonym, ' ')) = (
      select count(*) from unnest(string_to_array(synonym, ' ')) as part
      where exists (select from "search_term_counts" where term = part)
        or exists (select from "categories" where ' ' || lower(name) like '% ' || part || '%'))))
  select typed.word, null::integer as size, null::timestamptz as since, place, is_known,
    case when length(typed.word) > 1 and place <= 8
      then array(select word from (
  select word from "search_vocabulary" where length(typed.word) > 2 and word like '%' || typed.word || '%'
  union all select word from "search_vocabulary" where length(typed.word) = 2 and word_pairs(word) @> array[typed.word]
  union select word from "search_vocabulary_staging" where length(typed.word) > 1 and word like '%' || typed.word || '%') words limit 1001) end as substring_matches,
    case when length(typed.word) = 1 and place = 1 and count(*) over () > 1 then array(select word from (
  select word from "search_vocabulary" where word_pairs(word) @> array[typed.word || ' ']
  union select word from "search_vocabulary_staging" where word like '%' || typed.word) words limit 1001) when length(typed.word) = 1 and place > 1 and place = count(*) over () then array(select word from (
  select word from "search_vocabulary" where word like typed.word || '%'
  union select word from "search_vocabulary_staging" where word like typed.word || '%') words limit 1001) end as affix_matches,
    case when not is_known and length(typed.word) >= 3 and place <= 8
      then array(
  select word from (
    select word from unnest(array[left(typed.word, 2) || '%', '%' || right(typed.word, 2)] || array(
      select '%' || substr(typed.word, place, 3) || '%' from generate_series(1, length(typed.word) - 2) place)) piece,
      lateral (select word from "search_vocabulary" where named and word like piece
        union all select word from "search_vocabulary_staging" where named and word like piece
        union all select word from kinds where word like piece) words
    where length(word) - length(typed.word) <= 2
    group by word
  ) words order by similarity(word, typed.word) desc, word limit 300) end as similar_words
  from unnest(search_words(lower($1))) with ordinality as typed (word, place), lateral (
    select exists (select from "search_vocabulary" known where known.word = typed.word)
      or exists (select from "search_vocabulary_staging" staged where staged.word = typed.word) as is_known) known
  union all select null, size, since, size, null, null, null, null from "recency_tiers"
  order by size nulls first, place;


  with synonyms as materialized (
    select terms from "search_synonyms" where terms && $1::text[]
    order by id limit 50
  )
  select 'term' as kind, term as text, products as count, null as id, null::text[] as phrases
  from "search_term_counts" where term = any($2::text[] || array(
    select string_to_table(phrase, ' ') from synonyms, unnest(terms) as phrase))
  union all
  select 'term', term, count, null, null from unnest($3::text[]) as typed (term), lateral (
    select count(*)::int as count from "search_documents"
    where "search_documents"."terms" @> array[typed.term]
      and not exists (select from "search_term_counts" stored where stored.term = typed.term)) counted
  where count > 0
  union all
  (select 'category', name, null, id, null from "categories" order by id limit 500)
  union all
  select 'synonym', null, null, null, terms from synonyms
  union all
  select 'family', typed.term, null, null, null::text[] from (
    select unnest($4::text[]) as term
    union select string_to_table(phrase, ' ') from synonyms, unnest(terms) as phrase
  ) typed where exists (select from "product_families" where ((regexp_split_to_array(lower("product_families"."name"), '[^[:alnum:]]+'))[1:4])
    && array[typed.term, typed.term || 's', regexp_replace(typed.term, 'y$', '') || 'ies'])
  union all
  select distinct 'brand', brand, null::integer, null, null::text[] from (
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
) buckets
  where lower(brand) = any($5::text[])
  union all
  select 'code', code, null, null, null from unnest($6::text[]) as typed (code)
  where exists (select from "search_documents" join "products" on "products"."id" = "search_documents"."product_id"
    where "search_documents"."terms" @> array[typed.code] and "products"."archived_at" is null);

select from "search_documents" join "products" on "products"."id" = "search_documents"."product_id" where (("search_documents"."terms" && (select $1::text[]))) and "products"."archived_at" is null limit 1;


      with "found_all" as materialized (
  select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, "products"."family_id" as family_id,
  "products"."model_key" as model_key, "products"."original_price_cents" as original_price, "products"."battery_health" as battery_health, "products"."sold_count" as sold_count, best.score as score,
    false as is_text_only from (
  select "search_documents"."product_id", ($1::float8 * greatest($2::float8 * (coalesce("search_documents"."weights"[array_position("search_documents"."terms", $3::text)], 0)))) * case when "search_documents"."is_accessory" then $4::float8 else 1 end as score from "search_documents" where ((("search_documents"."terms" && (select $5::text[]))) and "search_documents"."terms" && (select $6::text[]))
  order by score desc) best join "products" on "products"."id" = best.product_id where "products"."archived_at" is null order by best.score desc limit $7),
"matched_all" as materialized (select * from "found_all" limit $8), best as (
        select id, row_number() over (order by is_text_only, in_stock desc, score desc, sold_count desc, created_at desc, id desc) as place from found_all order by place limit $9
      ), ranked as (
        select products.*, min(place) over family as family_place, count(*) over family > 1 as "from", row_number() over (
          family order by "products"."stock_capped" > 0 desc, "products"."price_cents", "products"."id") as rank_in_family
        from best join "products" on products.id = best.id
        window family as (partition by products.family_id)
      )
      select ranked.slug, coalesce("product_families"."name", ranked.name) as name, ranked.images, price_cents as price, ranked."from",
        (select count(*)::int from found_all) as count
      from ranked left join "product_families" on "product_families"."id" = ranked.family_id
      where rank_in_family = 1 order by family_place limit $10;


      with "found_all" as materialized (
  select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, "products"."family_id" as family_id,
  "products"."model_key" as model_key, "products"."original_price_cents" as original_price, "products"."battery_health" as battery_health, "products"."sold_count" as sold_count, best.score as score,
    false as is_text_only from (
  select "search_documents"."product_id", ($1::float8 * greatest($2::float8 * (coalesce("search_documents"."weights"[array_position("search_documents"."terms", $3::text)], 0)))) * case when "search_documents"."is_accessory" then $4::float8 else 1 end as score from "search_documents" where (("search_documents"."terms" && (select $5::text[])))
  order by score desc) best join "products" on "products"."id" = best.product_id where "products"."archived_at" is null order by best.score desc limit $6),
"matched_all" as materialized (select * from "found_all" limit $7), best as (
        select id, row_number() over (order by is_text_only, in_stock desc, score desc, sold_count desc, created_at desc, id desc) as place from found_all order by place limit $8
      ), ranked as (
        select products.*, min(place) over family as family_place, count(*) over family > 1 as "from", row_number() over (
          family order by "products"."stock_capped" > 0 desc, "products"."price_cents", "products"."id") as rank_in_family
        from best join "products" on products.id = best.id
        window family as (partition by products.family_id)
      )
      select ranked.slug, coalesce("product_families"."name", ranked.name) as name, ranked.images, price_cents as price, ranked."from",
        (select count(*)::int from found_all) as count
      from ranked left join "product_families" on "product_families"."id" = ranked.family_id
      where rank_in_family = 1 order by family_place limit $9;


    (select brand, '' as name, '' as slug from (
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
      group by brand order by brand collate "und-x-icu" limit $2)
    union all
    (select null, name, slug from "categories" where lower(name) like '%' || lower($3) || '%' order by "categories"."name" collate "und-x-icu" limit $4)