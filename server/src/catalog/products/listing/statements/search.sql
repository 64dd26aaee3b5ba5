
  with kinds as materialized (
  with categorized as (select word from "categories", unnest(search_words(lower(name))) as word)
  select word from categorized
  union all select word from "search_synonyms", unnest(terms) as word
  where word not like '% %' and exists (select from unnest(terms) as synonym, categorized
    where starts_with(categorized.word, split_part(synonym, ' ', -1))))
  select typed.word, is_known,
    case when place <= 8
      then array(select word from (
  select word from "search_vocabulary" where length(typed.word) > 2 and word like '%' || typed.word || '%'
  union all select word from "search_vocabulary" where length(typed.word) <= 2 and strpos(word, typed.word) > 0
  union select word from "search_vocabulary_staging" where strpos(word, typed.word) > 0) words limit 1001) end as substring_matches,
    case when not is_known and length(typed.word) >= 3 and place <= 8
      then array(
  select word from (
    select word from unnest(array[left(typed.word, 2) || '%', '%' || right(typed.word, 2)] || array(
      select '%' || substr(typed.word, place, 3) || '%' from generate_series(1, length(typed.word) - 2) place)) piece,
      lateral (select word from "search_vocabulary" where named and word like piece
        union all select word from "search_vocabulary_staging" where named and word like piece
        union all select word from kinds where word like piece) words
    where length(word) >= 3 and length(word) - length(typed.word) <= 2
    group by word
  ) words order by similarity(word, typed.word) desc, word limit 300) end as similar_words
  from unnest(search_words(lower($1))) with ordinality as typed (word, place), lateral (
    select exists (select from "search_vocabulary" known where known.word = typed.word)
      or exists (select from "search_vocabulary_staging" staged where staged.word = typed.word) as is_known) known
  order by place;


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
    select unnest($4::text[] || $5::text[]) as term
    union select string_to_table(phrase, ' ') from synonyms, unnest(terms) as phrase
  ) typed where exists (select from "product_families" where ((regexp_split_to_array(lower("product_families"."name"), '[^[:alnum:]]+'))[1:4])
    && array[typed.term, typed.term || 's', regexp_replace(typed.term, 'y$', '') || 'ies'])
  union all
  select 'brand', brand, null::integer, null, null::text[] from (
  with recursive brands as (
    (select brand from "products" where "products"."archived_at" is null order by brand limit 1)
    union all
    select (select brand from "products" where brand > brands.brand and "products"."archived_at" is null order by brand limit 1)
    from brands where brands.brand is not null
  )
  select brand from brands where brand is not null
) brands
  where lower(brand) = any($6::text[])
  union all
  select 'code', code, null, null, null from unnest($7::text[]) as typed (code)
  where exists (select from "search_documents" join "products" on "products"."id" = "search_documents"."product_id"
    where "search_documents"."terms" @> array[typed.code] and "products"."archived_at" is null);

select from "search_documents" join "products" on "products"."id" = "search_documents"."product_id" where ((("search_documents"."terms" && (select $1::text[])) and ("search_documents"."terms" && (select $2::text[])))) and "products"."archived_at" is null limit 1;


    select distinct (("search_documents"."terms" && (select $1::text[])))::int * $2::int + (("search_documents"."terms" && (select $3::text[])))::int * $4::int as mask from "search_documents" join "products" on "products"."id" = "search_documents"."product_id"
    where ((("search_documents"."terms" && (select $5::text[])) or ("search_documents"."terms" && (select $6::text[]))) and "products"."archived_at" is null);


    with search_matches as materialized (
    select "products"."category_id", "products"."brand", "products"."condition", "products"."origin", "products"."price_cents", "products"."id", "products"."stock_capped", "products"."original_price_cents", "products"."created_at", "products"."model_key", "products"."battery_health", "products"."featured", "products"."family_id", "products"."archived_at", "products"."name", "products"."sold_count", "products"."sale_ends_at", "products"."rating_sum", "products"."review_count", 0 as score, true as is_text_only
    from "products" where false),
matches as materialized (
    select products.* from (select "products"."category_id" as "category_id", "products"."brand" as "brand", "products"."condition" as "condition", "products"."origin" as "origin", count(*)::int as products, count(*) filter (where "products"."stock_capped" > 0)::int as in_stock, min("products"."price_cents") filter (where "products"."stock_capped" > 0) as lowest_in_stock, min("products"."price_cents") as lowest, max("products"."price_cents") as highest
    from search_matches products where "products"."archived_at" is null group by 1, 2, 3, 4) products)
    select counted.*, coalesce("categories"."name", "product_families"."name") as name, "categories"."slug" as slug
    from (select 'any' as facet, null as value, count(*)::int as count, null::bigint as lowest, null::bigint as highest
      from (select from search_matches products where "products"."archived_at" is null limit 1) listed union all select $1::text, null::text, sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $2::text, category_id, sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $3::text, "brand", sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $4::text, "condition", sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $5::text, "origin", sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $6::text, null::text, sum(in_stock)::int, null::bigint, null::bigint
      from matches where in_stock > 0 and true group by 2 union all select $7::text, null, 0, min(lowest), max(highest) from matches where true union all select 'page', id, place::int, null, null from unnest(array(select "products"."id" from search_matches products where "products"."archived_at" is null order by is_text_only, "products"."stock_capped" > 0 desc, score desc, "products"."sold_count" desc,
  "products"."created_at" desc, "products"."id" desc limit $8 offset $9)) with ordinality page (id, place)) counted
    left join "categories" on facet = 'category' and "categories"."id" = value
    left join "product_families" on facet = 'family' and "product_families"."id" = value