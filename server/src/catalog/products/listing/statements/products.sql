
    with matches as materialized (
    select products.* from (select "products"."category_id" as "category_id", "products"."brand" as "brand", "products"."condition" as "condition", "products"."origin" as "origin", count(*)::int as products, count(*) filter (where "products"."stock_capped" > 0)::int as in_stock, min("products"."price_cents") filter (where "products"."stock_capped" > 0) as lowest_in_stock, min("products"."price_cents") as lowest, max("products"."price_cents") as highest
    from "products" where "products"."archived_at" is null group by 1, 2, 3, 4) products)
    select counted.*, coalesce("categories"."name", "product_families"."name") as name, "categories"."slug" as slug
    from (select 'any' as facet, null as value, count(*)::int as count, null::bigint as lowest, null::bigint as highest
      from (select from "products" where "products"."archived_at" is null limit 1) listed union all select $1::text, null::text, sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $2::text, category_id, sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $3::text, "brand", sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $4::text, "condition", sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $5::text, "origin", sum(products)::int, null::bigint, null::bigint
      from matches where true group by 2 union all select $6::text, null::text, sum(in_stock)::int, null::bigint, null::bigint
      from matches where in_stock > 0 and true group by 2 union all select $7::text, null, 0, min(lowest), max(highest) from matches where true union all select 'page', id, place::int, null, null from unnest(array(select "products"."id" from "products" where "products"."archived_at" is null order by "products"."created_at" desc, "products"."id" desc limit $8 offset $9)) with ordinality page (id, place)) counted
    left join "categories" on facet = 'category' and "categories"."id" = value
    left join "product_families" on facet = 'family' and "product_families"."id" = value;

select "products"."id", "products"."slug", "products"."name", "products"."description", "products"."price_cents", "products"."original_price_cents", "products"."new_price_date", "products"."former_price_cents", "products"."sale_ends_at", "products"."brand", "products"."category_id", "categories"."name", "categories"."slug", "products"."condition", "products"."origin", "products"."tax_class", "products"."stock_count", "products"."sku", "products"."images", "products"."image_alts", "products"."specifications", "products"."features", "products"."featured", "products"."rating_sum", "products"."review_count", "products"."warranty", (case when products.battery_health is not null
  and products.battery_health >= coalesce((select grade.floor from "battery_floors" grade
  where grade.kind = coalesce(
  (select model.kind from "device_models" model where model.model_key = products.model_key),
  device_kind_of((select category.name from "categories" category where category.id = products.category_id))) and grade.condition = products.condition), 0) then products.battery_health end), "products"."model_key", "products"."seo_title", "products"."seo_description", "products"."version", "products"."created_at", "products"."updated_at", (
  select min(other.price_cents) from "products" other
  where other.model_key = "products".model_key and other.stock_count > 0 and other.archived_at is null
) from "products" left join "categories" on "categories"."id" = "products"."category_id" inner join unnest($1::text[]) with ordinality as page (id, place) on page.id = "products"."id" order by page.place