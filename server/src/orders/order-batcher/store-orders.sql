with lines as materialized (
      select * from unnest($1::text[], $2::text[],
        $3::integer[], $4::integer[], $5::text[],
        $6::text[], $7::text[],
        $8::timestamptz[]
      ) as line (order_id, product_id, quantity, price_cents, tracking, movement_id, actor_id, placed_at)
    ), placed as (
      insert into "orders" ("id", "order_number", "client_reference", "user_id", "status", "payment_status", "payment_method", "is_test_paid", "email", "first_name", "last_name", "phone", "address", "address2", "city", "state", "zip_code", "country", "subtotal_cents", "discount_cents", "discount_code", "shipping_cents", "tax_cents", "tax_rate_tenths", "tax_included", "total_cents", "refunded_cents", "due_cents", "shipping_method", "free_shipping_threshold_cents", "standard_shipping_cents", "express_shipping_cents", "predates_invoices", "version", "edited_at", "carrier", "tracking_number", "estimated_delivery", "latest_delivery", "reserved_until", "reservation_released_at", "reserved_since", "erase_when_closed", "limit_key", "limit_units", "access_version", "unversioned_access_until", "idempotency_scope", "idempotency_key", "request_hash", "placement_response", "created_at", "updated_at")
    select "id", "order_number", "client_reference", "user_id", "status", "payment_status", "payment_method", "is_test_paid", "email", "first_name", "last_name", "phone", "address", "address2", "city", "state", "zip_code", "country", "subtotal_cents", "discount_cents", "discount_code", "shipping_cents", "tax_cents", "tax_rate_tenths", "tax_included", "total_cents", "refunded_cents", "due_cents", "shipping_method", "free_shipping_threshold_cents", "standard_shipping_cents", "express_shipping_cents", "predates_invoices", "version", "edited_at", "carrier", "tracking_number", "estimated_delivery", "latest_delivery", "reserved_until", "reservation_released_at", "reserved_since", "erase_when_closed", "limit_key", "limit_units", "access_version", "unversioned_access_until", "idempotency_scope", "idempotency_key", "request_hash", "placement_response", "created_at", "updated_at" from json_populate_recordset(null::"orders", $9::json)
      on conflict (idempotency_scope, idempotency_key) do nothing returning id
    ), stored_items as (
      insert into "order_items" ("id", "order_id", "position", "product_id", "slug", "name", "brand", "sku", "image", "category_name", "condition", "unit_price_cents", "quantity", "discount_cents", "refunded_quantity", "returned_quantity", "short_quantity", "tracking", "unit_cost_cents")
    select "id", "order_id", "position", "product_id", "slug", "name", "brand", "sku", "image", "category_name", "condition", "unit_price_cents", "quantity", "discount_cents", "refunded_quantity", "returned_quantity", "short_quantity", "tracking", "unit_cost_cents" from json_populate_recordset(null::"order_items", $10::json) where (select count(*) from placed) = $11::integer returning id
    ), timeline as (
      insert into "order_events" ("id", "order_id", "status", "description", "location", "actor_id", "created_at")
    select "id", "order_id", "status", "description", "location", "actor_id", "created_at" from json_populate_recordset(null::"order_events", $12::json) where (select count(*) from placed) = $13::integer returning id
    ), mailed as (
      insert into "job_outbox" ("id", "name", "payload", "start_after", "created_at")
    select "id", "name", "payload", "start_after", "created_at" from json_populate_recordset(null::"job_outbox", $14::json) where (select count(*) from placed) = $15::integer returning id
    ), invalidated as (
      insert into "cache_invalidations" (id, tags)
      select $16::text, $17::text[]
      where $18::text is not null and (select count(*) from placed) = $19::integer
    ), wanted as materialized (
      select product_id, price_cents, tracking, sum(quantity)::integer as quantity from lines
      group by product_id, price_cents, tracking
    ), locked as materialized (
      select wanted.* from wanted join "products" on "products"."id" = wanted.product_id
      where (select count(*) from stored_items) > 0 and (select count(*) from timeline) > 0
        and (select count(*) from mailed) = $20::integer
      order by "products"."id" for no key update of "products"
    ), taken as (
      update "products" set stock_count = "products"."stock_count" - locked.quantity
      from locked
      where "products"."id" = locked.product_id and "products"."price_cents" = locked.price_cents
        and "products"."tracking" = locked.tracking
        and "products"."stock_count" - locked.quantity >= $21::integer
        and "products"."archived_at" is null
      returning "products"."id" as product_id, "products"."name", "products"."stock_count" as stock_left,
        -locked.quantity as change, "products"."category_id" as category_id, "products"."model_key" as model_key
    ), ledger as (
      insert into "stock_movements" (id, product_id, change, reason, note, order_id, actor_id, created_at)
      select movement_id, product_id, -quantity, 'order', '', order_id, actor_id, placed_at
      from lines join taken using (product_id)
    )
    select product_id as "productId", name, stock_left as "left", change, category_id as "categoryId",
      model_key as "modelKey",
      assert_no_conflict((select count(*) from taken) = (select count(*) from wanted))
    from (select) as always left join taken on true