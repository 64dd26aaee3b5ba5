
      with "matched_all" as materialized (
    select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, "products"."family_id" as family_id,
  "products"."model_key" as model_key, "products"."original_price_cents" as original_price, "products"."battery_health" as battery_health from "products" where ("products"."archived_at" is null and ("products"."brand" in ($1) and "products"."price_cents" >= $2)) limit $3),
"matched_brand" as materialized (
    select "products"."id" as id, "products"."category_id" as category_id, "products"."brand" as brand,
  "products"."condition" as condition, "products"."origin" as origin, "products"."stock_capped" > 0 as in_stock,
  "products"."price_cents" as price, "products"."created_at" as created_at, "products"."family_id" as family_id,
  "products"."model_key" as model_key, "products"."original_price_cents" as original_price, "products"."battery_health" as battery_health from "products" where ("products"."archived_at" is null and "products"."price_cents" >= $4) limit $5),
buckets as materialized (select *, products as counted from (
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
) current_buckets),
anything as materialized (select from "products" where "products"."archived_at" is null), facets as (select case when grouping("category_id") = 0 then $6 when grouping("condition") = 0 then $7 when grouping("origin") = 0 then $8 else $9::text end as facet,
      case when grouping("category_id") = 0 then "category_id" when grouping("condition") = 0 then "condition" when grouping("origin") = 0 then "origin" else null::text end as value, count(*)::int as count, (count(*) filter (where in_stock))::int as in_stock, min(price) as lowest,
        max(price) as highest, (select count(*) from "matched_all") > $10 as at_least
    from "matched_all" group by grouping sets (("category_id"), ("condition"), ("origin"), ()) union all select case when grouping("brand") = 0 then $11 else $12::text end as facet,
      case when grouping("brand") = 0 then "brand" else null::text end as value, count(*)::int as count, (count(*) filter (where in_stock))::int as in_stock, min(price) as lowest,
        max(price) as highest, (select count(*) from "matched_brand") > $13 as at_least
    from "matched_brand" group by grouping sets (("brand")) union all select $14::text as facet,
      null::text as value, coalesce(sum(counted), 0)::int as count, coalesce(sum(counted) filter (where in_stock), 0)::int as in_stock,
    min(lowest) as lowest, max(highest) as highest, false as at_least
    from buckets where (counted > 0 and brand in ($15)) group by grouping sets (())), named as (select facets.*, "categories"."name" as name, "categories"."slug" as slug
  from facets left join "categories" on facets.facet = 'category' and "categories"."id" = facets.value)
      select *, (case when exists (select from matched_all) then true else exists (select from anything) end) as has_matches, '{}'::int[] as counts,
        null::text[] as ids, case when facet = 'all' and not at_least then array(select id from matched_all order by created_at desc, id desc limit $16 offset $17) end as page from named;

select "products"."id", "products"."slug", "products"."name", "products"."brand", "products"."images" ->> 0, "products"."price_cents", "products"."original_price_cents", "products"."new_price_date", "products"."former_price_cents", "products"."category_id", "products"."condition", "products"."origin", "products"."stock_count", "products"."specifications", "products"."rating_sum", "products"."review_count", (
  select min(other.price_cents) from "products" other
  where other.model_key = "products".model_key and other.stock_count > 0 and other.archived_at is null
) from "products" inner join unnest($1::text[]) with ordinality as page (id, place) on page.id = "products"."id" order by page.place