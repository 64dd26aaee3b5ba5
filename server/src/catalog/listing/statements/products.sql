with buckets as materialized (select *, products as counted from (
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
) current_buckets), facets as (select case when grouping("category_id") = 0 then $1 when grouping("brand") = 0 then $2 when grouping("condition") = 0 then $3 when grouping("origin") = 0 then $4 else $5::text end as facet,
      case when grouping("category_id") = 0 then "category_id" when grouping("brand") = 0 then "brand" when grouping("condition") = 0 then "condition" when grouping("origin") = 0 then "origin" else null::text end as value, coalesce(sum(counted), 0)::int as count, coalesce(sum(counted) filter (where in_stock), 0)::int as in_stock,
    min(lowest) as lowest, max(highest) as highest, false as at_least
    from buckets where counted > 0 group by grouping sets (("category_id"), ("brand"), ("condition"), ("origin"), ())) select facets.*, "categories"."name" as name, "categories"."slug" as slug
  from facets left join "categories" on facets.facet = 'category' and "categories"."id" = facets.value;

select "products"."id", "products"."slug", "products"."name", "products"."description", "products"."price_cents", "products"."original_price_cents", "products"."new_price_date", "products"."former_price_cents", "products"."sale_ends_at", "products"."brand", "products"."category_id", "categories"."name", "categories"."slug", "products"."condition", "products"."origin", "products"."stock_count", "products"."sku", "products"."images", "products"."image_alts", "products"."specifications", "products"."features", "products"."featured", "products"."rating_sum", "products"."review_count", "products"."warranty", (case when products.battery_health is not null
  and products.battery_health >= coalesce((select grade.floor from "battery_floors" grade
  where grade.kind = coalesce(
  (select model.kind from "device_models" model where model.model_key = products.model_key),
  device_kind_of((select category.name from "categories" category where category.id = products.category_id))) and grade.condition = products.condition), 0) then products.battery_health end), "products"."model_key", "products"."seo_title", "products"."seo_description", "products"."version", "products"."created_at", "products"."updated_at", (
  select min(other.price_cents) from "products" other
  where other.model_key = "products".model_key and other.stock_count > 0 and other.archived_at is null
) from "products" left join "categories" on "categories"."id" = "products"."category_id" inner join unnest(array(with products as materialized (select "products"."id", "products"."created_at" from "products" where "products"."archived_at" is null limit $1)
    select id from products where true order by "products"."created_at" desc, "products"."id" desc limit $2 offset $3)) with ordinality as page (id, place) on page.id = "products"."id" order by page.place