-- HAND-WRITTEN: renames tables, columns, indexes, triggers and functions to standard terms; no row is rewritten but those
-- of payments under review.
DROP TRIGGER products_counted ON products;--> statement-breakpoint
DROP TRIGGER products_counted_anew ON products;--> statement-breakpoint
DROP TRIGGER products_spelt ON products;--> statement-breakpoint
DROP TRIGGER products_turned_over ON products;--> statement-breakpoint
DROP TRIGGER products_turned_over_anew ON products;--> statement-breakpoint
DROP TRIGGER orders_added_up ON orders;--> statement-breakpoint
DROP TRIGGER orders_added_up_anew ON orders;--> statement-breakpoint
DROP TRIGGER orders_taken_off ON orders;--> statement-breakpoint
DROP TRIGGER goods_added_up ON order_items;--> statement-breakpoint
DROP TRIGGER goods_added_up_anew ON order_items;--> statement-breakpoint
DROP TRIGGER keep_replaced_email ON users;--> statement-breakpoint
DROP FUNCTION note_product_change();--> statement-breakpoint
DROP FUNCTION note_product_words();--> statement-breakpoint
DROP FUNCTION keep_product_turnover();--> statement-breakpoint
DROP FUNCTION keep_products_turnover();--> statement-breakpoint
DROP FUNCTION note_order_change();--> statement-breakpoint
DROP FUNCTION note_new_orders();--> statement-breakpoint
DROP FUNCTION note_new_goods();--> statement-breakpoint
DROP FUNCTION note_goods();--> statement-breakpoint
DROP FUNCTION note_goods_of_order(text, date, integer, integer);--> statement-breakpoint
DROP FUNCTION count_sold_of_order(text, integer);--> statement-breakpoint
DROP FUNCTION keep_replaced_email();--> statement-breakpoint
ALTER TABLE "cache_bumps" RENAME TO "cache_invalidations";--> statement-breakpoint
ALTER TABLE "carried_jobs" RENAME TO "job_outbox";--> statement-breakpoint
ALTER TABLE "books_checks" RENAME TO "integrity_checks";--> statement-breakpoint
ALTER TABLE "payment_findings" RENAME TO "payment_discrepancies";--> statement-breakpoint
ALTER TABLE "product_counts" RENAME TO "facet_counts";--> statement-breakpoint
ALTER TABLE "product_count_changes" RENAME TO "facet_count_deltas";--> statement-breakpoint
ALTER TABLE "order_figures" RENAME TO "daily_order_stats";--> statement-breakpoint
ALTER TABLE "order_figure_changes" RENAME TO "daily_order_stat_deltas";--> statement-breakpoint
ALTER TABLE "goods_figures" RENAME TO "daily_sales_stats";--> statement-breakpoint
ALTER TABLE "goods_figure_changes" RENAME TO "daily_sales_stat_deltas";--> statement-breakpoint
ALTER TABLE "kept_figures" RENAME TO "cached_stats";--> statement-breakpoint
ALTER TABLE "product_turnover" RENAME TO "product_stock_and_sales";--> statement-breakpoint
ALTER TABLE "product_words" RENAME TO "search_vocabulary";--> statement-breakpoint
ALTER TABLE "new_product_words" RENAME TO "search_vocabulary_staging";--> statement-breakpoint
ALTER TABLE "search_windows" RENAME TO "recency_tiers";--> statement-breakpoint
ALTER TABLE "retired_slugs" RENAME TO "slug_redirects";--> statement-breakpoint
ALTER TABLE "deleted_addresses" RENAME TO "deleted_product_keys";--> statement-breakpoint
ALTER TABLE "newsletter_editions" RENAME TO "newsletter_campaigns";--> statement-breakpoint
ALTER TABLE "kept_invoices" RENAME TO "retained_invoices";--> statement-breakpoint
ALTER TABLE "cache_invalidations" RENAME CONSTRAINT "cache_bumps_pkey" TO "cache_invalidations_pkey";--> statement-breakpoint
ALTER INDEX "cache_bumps_since" RENAME TO "cache_invalidations_since";--> statement-breakpoint
ALTER TABLE "job_outbox" RENAME CONSTRAINT "carried_jobs_pkey" TO "job_outbox_pkey";--> statement-breakpoint
ALTER INDEX "carried_jobs_oldest" RENAME TO "job_outbox_oldest";--> statement-breakpoint
ALTER TABLE "integrity_checks" RENAME CONSTRAINT "books_checks_pkey" TO "integrity_checks_pkey";--> statement-breakpoint
ALTER INDEX "books_checks_newest" RENAME TO "integrity_checks_newest";--> statement-breakpoint
ALTER TABLE "payment_discrepancies" RENAME CONSTRAINT "payment_findings_key_unique" TO "payment_discrepancies_key_unique";--> statement-breakpoint
ALTER TABLE "payment_discrepancies" RENAME CONSTRAINT "payment_findings_order_id_orders_id_fk" TO "payment_discrepancies_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "payment_discrepancies" RENAME CONSTRAINT "payment_findings_pkey" TO "payment_discrepancies_pkey";--> statement-breakpoint
ALTER INDEX "payment_findings_newest" RENAME TO "payment_discrepancies_newest";--> statement-breakpoint
ALTER INDEX "payment_findings_open" RENAME TO "payment_discrepancies_open";--> statement-breakpoint
ALTER TABLE "facet_counts" RENAME CONSTRAINT "product_counts_category_id_brand_condition_origin_in_stock_pk" TO "facet_counts_category_id_brand_condition_origin_in_stock_pk";--> statement-breakpoint
ALTER TABLE "facet_count_deltas" RENAME CONSTRAINT "product_count_changes_pkey" TO "facet_count_deltas_pkey";--> statement-breakpoint
ALTER TABLE "daily_order_stats" RENAME CONSTRAINT "order_figures_day_status_pk" TO "daily_order_stats_day_status_pk";--> statement-breakpoint
ALTER TABLE "daily_order_stat_deltas" RENAME CONSTRAINT "order_figure_changes_pkey" TO "daily_order_stat_deltas_pkey";--> statement-breakpoint
ALTER TABLE "daily_sales_stats" RENAME CONSTRAINT "goods_figures_day_category_name_condition_pk" TO "daily_sales_stats_day_category_name_condition_pk";--> statement-breakpoint
ALTER TABLE "daily_sales_stat_deltas" RENAME CONSTRAINT "goods_figure_changes_pkey" TO "daily_sales_stat_deltas_pkey";--> statement-breakpoint
ALTER TABLE "cached_stats" RENAME CONSTRAINT "kept_figures_pkey" TO "cached_stats_pkey";--> statement-breakpoint
ALTER TABLE "product_stock_and_sales" RENAME CONSTRAINT "product_turnover_pkey" TO "product_stock_and_sales_pkey";--> statement-breakpoint
ALTER TABLE "product_stock_and_sales" RENAME CONSTRAINT "product_turnover_product_id_products_id_fk" TO "product_stock_and_sales_product_id_products_id_fk";--> statement-breakpoint
ALTER INDEX "product_turnover_by_sold" RENAME TO "product_stock_and_sales_by_sold";--> statement-breakpoint
ALTER INDEX "product_turnover_by_stock" RENAME TO "product_stock_and_sales_by_stock";--> statement-breakpoint
ALTER TABLE "search_vocabulary" RENAME CONSTRAINT "product_words_pkey" TO "search_vocabulary_pkey";--> statement-breakpoint
ALTER INDEX "product_words_pairs" RENAME TO "search_vocabulary_pairs";--> statement-breakpoint
ALTER INDEX "product_words_search" RENAME TO "search_vocabulary_search";--> statement-breakpoint
ALTER TABLE "search_vocabulary_staging" RENAME CONSTRAINT "new_product_words_pkey" TO "search_vocabulary_staging_pkey";--> statement-breakpoint
ALTER INDEX "new_product_words_by_word" RENAME TO "search_vocabulary_staging_by_word";--> statement-breakpoint
ALTER TABLE "recency_tiers" RENAME CONSTRAINT "search_windows_pkey" TO "recency_tiers_pkey";--> statement-breakpoint
ALTER TABLE "slug_redirects" RENAME CONSTRAINT "retired_slugs_pkey" TO "slug_redirects_pkey";--> statement-breakpoint
ALTER TABLE "slug_redirects" RENAME CONSTRAINT "retired_slugs_product_id_products_id_fk" TO "slug_redirects_product_id_products_id_fk";--> statement-breakpoint
ALTER INDEX "retired_slugs_of_product" RENAME TO "slug_redirects_of_product";--> statement-breakpoint
ALTER TABLE "deleted_product_keys" RENAME CONSTRAINT "deleted_addresses_pkey" TO "deleted_product_keys_pkey";--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" RENAME CONSTRAINT "newsletter_editions_day" TO "newsletter_campaigns_day";--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" RENAME CONSTRAINT "newsletter_editions_pkey" TO "newsletter_campaigns_pkey";--> statement-breakpoint
ALTER TABLE "retained_invoices" RENAME CONSTRAINT "kept_invoices_order_id_orders_id_fk" TO "retained_invoices_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "retained_invoices" RENAME CONSTRAINT "kept_invoices_pkey" TO "retained_invoices_pkey";--> statement-breakpoint
ALTER INDEX "kept_invoices_oldest" RENAME TO "retained_invoices_oldest";--> statement-breakpoint
ALTER TABLE "deleted_product_keys" RENAME COLUMN "address" TO "key";--> statement-breakpoint
ALTER TABLE "recency_tiers" RENAME COLUMN "kept_at" TO "updated_at";--> statement-breakpoint
ALTER TABLE "retained_invoices" RENAME COLUMN "sealed" TO "encrypted";--> statement-breakpoint
ALTER TABLE "store_settings" RENAME COLUMN "stripe_secret_key_sealed" TO "stripe_secret_key_encrypted";--> statement-breakpoint
ALTER TABLE "store_settings" RENAME COLUMN "stripe_webhook_secret_sealed" TO "stripe_webhook_secret_encrypted";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "held_secret" TO "contains_secret";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "hold_until" TO "reserved_until";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "hold_released_at" TO "reservation_released_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "placement_answer" TO "placement_response";--> statement-breakpoint
ALTER INDEX "orders_holds" RENAME TO "orders_by_reservation_end";--> statement-breakpoint
ALTER TABLE "products" RENAME COLUMN "scarcity" TO "stock_capped";--> statement-breakpoint
ALTER INDEX "products_scarce" RENAME TO "products_low_in_stock";--> statement-breakpoint
ALTER INDEX "products_without_picture" RENAME TO "products_without_image";--> statement-breakpoint
ALTER INDEX "products_of_kind" RENAME TO "products_of_category_brand_and_condition";--> statement-breakpoint
ALTER TRIGGER orders_limited ON orders RENAME TO orders_enforce_limits;--> statement-breakpoint
ALTER FUNCTION refuse_audit_change() RENAME TO reject_audit_truncate;--> statement-breakpoint
ALTER FUNCTION refuse_audit_row_change() RENAME TO reject_audit_row_change;--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status";--> statement-breakpoint
DROP INDEX "payments_one_live";--> statement-breakpoint
UPDATE "payments" SET "status" = 'needs-review' WHERE "status" = 'held';--> statement-breakpoint
UPDATE "payment_discrepancies" SET "key" = 'needs-review:' || substr("key", 6) WHERE "key" LIKE 'held:%';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'succeeded', 'cancelled', 'refunded', 'needs-review'));--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE "payments"."status" in ('created', 'succeeded', 'needs-review');--> statement-breakpoint
CREATE FUNCTION insert_facet_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nested, because an insert has no OLD and a delete no NEW.
  IF TG_OP <> 'INSERT' THEN IF OLD.archived_at IS NULL THEN
    INSERT INTO facet_count_deltas
      (category_id, brand, condition, origin, in_stock, products, discounted, featured, low, price_cents)
    VALUES (coalesce(OLD.category_id, ''), OLD.brand, OLD.condition, OLD.origin, OLD.stock_count > 0, -1,
      -coalesce((OLD.original_price_cents > OLD.price_cents)::int, 0), -OLD.featured::int,
      -(OLD.stock_count BETWEEN 1 AND 4)::int, OLD.price_cents);
  END IF; END IF;
  IF TG_OP <> 'DELETE' THEN IF NEW.archived_at IS NULL THEN
    INSERT INTO facet_count_deltas
      (category_id, brand, condition, origin, in_stock, products, discounted, featured, low, price_cents)
    VALUES (coalesce(NEW.category_id, ''), NEW.brand, NEW.condition, NEW.origin, NEW.stock_count > 0, 1,
      coalesce((NEW.original_price_cents > NEW.price_cents)::int, 0), NEW.featured::int,
      (NEW.stock_count BETWEEN 1 AND 4)::int, NEW.price_cents);
  END IF; END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_facet_counts AFTER INSERT OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION insert_facet_count_deltas();--> statement-breakpoint
-- An ordinary sale moves the product to no other bucket, so the function is not called.
CREATE TRIGGER products_facet_counts_update AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.category_id, OLD.brand, OLD.condition, OLD.origin, OLD.price_cents, OLD.original_price_cents,
      OLD.featured, OLD.archived_at IS NULL, OLD.stock_count > 0, OLD.stock_count BETWEEN 1 AND 4)
    IS DISTINCT FROM (NEW.category_id, NEW.brand, NEW.condition, NEW.origin, NEW.price_cents,
      NEW.original_price_cents, NEW.featured, NEW.archived_at IS NULL, NEW.stock_count > 0, NEW.stock_count BETWEEN 1 AND 4))
  EXECUTE FUNCTION insert_facet_count_deltas();--> statement-breakpoint
CREATE FUNCTION stage_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_vocabulary_staging (word, named)
  SELECT word, named
  FROM (
    SELECT word, bool_or(in_name) AS named
    FROM (
      SELECT unnest(search_words(lower(NEW.name || ' ' || NEW.brand))), true
      UNION ALL SELECT unnest(search_words(lower(NEW.description))), false
    ) AS entry (word, in_name)
    GROUP BY word
  ) AS words
  -- Scalar subqueries force an index lookup per word: a plan cached while the tables were empty would scan them.
  WHERE coalesce((SELECT known.named FROM search_vocabulary known WHERE known.word = words.word) < words.named, true)
    AND (SELECT true FROM search_vocabulary_staging staged
      WHERE staged.word = words.word AND staged.named >= words.named LIMIT 1) IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_vocabulary AFTER INSERT OR UPDATE OF name, brand, description ON products
  FOR EACH ROW EXECUTE FUNCTION stage_product_words();--> statement-breakpoint
CREATE FUNCTION insert_stock_and_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_stock_and_sales (product_id, stock_count, sold_count)
  VALUES (NEW.id, NEW.stock_count, NEW.sold_count);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_stock_and_sales AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION insert_stock_and_sales();--> statement-breakpoint
-- The array makes the planner expect few rows and look them up by id.
CREATE FUNCTION update_stock_and_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_stock_and_sales copy SET stock_count = products.stock_count, sold_count = products.sold_count
  FROM products
  WHERE copy.product_id = ANY (array(SELECT id FROM changed)) AND products.id = copy.product_id
    AND (copy.stock_count <> products.stock_count OR copy.sold_count <> products.sold_count);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_stock_and_sales_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION update_stock_and_sales();--> statement-breakpoint
CREATE FUNCTION update_sold_counts(changed_order_id text, direction integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In id order, so that two orders of the same products cannot deadlock.
  PERFORM FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = changed_order_id)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE products SET sold_count = sold_count + direction * sold.quantity
  FROM (SELECT product_id, sum(quantity)::int AS quantity FROM order_items WHERE order_id = changed_order_id GROUP BY 1) AS sold
  WHERE products.id = sold.product_id;
END $$;--> statement-breakpoint
CREATE FUNCTION insert_sales_deltas_of_order(changed_order_id text, placed_on date, direction integer, paid_direction integer)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents, paid_units)
  SELECT placed_on, coalesce(category_name, ''), condition, direction * quantity,
    direction * unit_price_cents::bigint * quantity, paid_direction * quantity
  FROM order_items WHERE order_id = changed_order_id
$$;--> statement-breakpoint
CREATE FUNCTION insert_order_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_order_stat_deltas (day, status, orders, revenue_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, count(*), sum(total_cents) FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_daily_stats AFTER INSERT ON orders REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION insert_order_stat_deltas();--> statement-breakpoint
CREATE FUNCTION insert_deltas_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction int := 0;
  paid_direction int := 0;
  placed_on date := (OLD.created_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents THEN
    INSERT INTO daily_order_stat_deltas (day, status, orders, revenue_cents)
    VALUES (placed_on, OLD.status, -1, -OLD.total_cents);
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO daily_order_stat_deltas (day, status, orders, revenue_cents)
      VALUES (placed_on, NEW.status, 1, NEW.total_cents);
    END IF;
  END IF;
  direction := -(OLD.status <> 'cancelled')::int;
  paid_direction := -is_paid_sale(OLD.status, OLD.payment_status)::int;
  IF TG_OP = 'UPDATE' THEN
    direction := direction + (NEW.status <> 'cancelled')::int;
    paid_direction := paid_direction + is_paid_sale(NEW.status, NEW.payment_status)::int;
  END IF;
  IF direction <> 0 OR paid_direction <> 0 THEN
    PERFORM insert_sales_deltas_of_order(OLD.id, placed_on, direction, paid_direction);
  END IF;
  IF paid_direction <> 0 THEN
    PERFORM update_sold_counts(OLD.id, paid_direction);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD END;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_daily_stats_update AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.payment_status <> NEW.payment_status)
  EXECUTE FUNCTION insert_deltas_of_changed_order();--> statement-breakpoint
-- Before the delete, which cascades to the items.
CREATE TRIGGER orders_daily_stats_delete BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION insert_deltas_of_changed_order();--> statement-breakpoint
CREATE FUNCTION insert_sales_stat_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents, paid_units)
  SELECT day, coalesce(category_name, ''), condition, sum(quantity), sum(unit_price_cents::bigint * quantity),
    coalesce(sum(quantity) FILTER (WHERE is_paid), 0)
  FROM inserted,
    -- LATERAL with LIMIT forces an index lookup per order: a plan cached for many items would scan all orders.
    LATERAL (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, is_paid_sale(status, payment_status) AS is_paid
      FROM orders WHERE id = inserted.order_id AND status <> 'cancelled' LIMIT 1) AS placed
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_items_daily_stats AFTER INSERT ON order_items REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION insert_sales_stat_deltas();--> statement-breakpoint
-- Items deleted with their order find no order here: `orders_daily_stats_delete` has subtracted them.
CREATE FUNCTION insert_deltas_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents, paid_units)
  SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(OLD.category_name, ''), OLD.condition, -OLD.quantity,
    -OLD.unit_price_cents::bigint * OLD.quantity, -is_paid_sale(status, payment_status)::int * OLD.quantity
  FROM orders WHERE id = OLD.order_id AND status <> 'cancelled';
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_sales_stat_deltas (day, category_name, condition, units, revenue_cents, paid_units)
    SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(NEW.category_name, ''), NEW.condition, NEW.quantity,
      NEW.unit_price_cents::bigint * NEW.quantity, is_paid_sale(status, payment_status)::int * NEW.quantity
    FROM orders WHERE id = NEW.order_id AND status <> 'cancelled';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_items_daily_stats_change AFTER UPDATE OR DELETE ON order_items
  FOR EACH ROW EXECUTE FUNCTION insert_deltas_of_changed_item();--> statement-breakpoint
CREATE FUNCTION assert_email_not_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM email_changes
    WHERE old_email = NEW.email AND user_id <> NEW.id AND used_at IS NULL AND expires_at > now()
  ) THEN
    RAISE EXCEPTION 'email is reserved for its former account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_unique';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER users_reserved_email BEFORE INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION assert_email_not_reserved();
