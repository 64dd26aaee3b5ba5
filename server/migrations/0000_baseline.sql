-- The schema of migrations/before-baseline in one file. HAND-WRITTEN: the functions before the tables, which indexes and
-- generated columns use, and the functions and triggers after them.
-- Terms in lists: `&& any(...)` compares each row of the index with one list at a time, which is much cheaper.
CREATE DOMAIN "term_list" AS text[];--> statement-breakpoint
-- The words of a text in order, cut at 60 letters. Spaces and punctuation separate words.
CREATE FUNCTION search_words(written text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(
    SELECT left(word, 60)
    FROM string_to_table(regexp_replace(written,
      E'[\\x09-\\x0d !-/:-@[-`{-~\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\uff0c]+', ' ', 'g'), ' ')
      WITH ORDINALITY AS split (word, place)
    WHERE word <> '' ORDER BY place)
$$;--> statement-breakpoint
-- Search terms of a product: words, adjacent pairs, words of the name (after "="), facet values, and its creation by year,
-- month, day, hour and ten minutes. Punctuation tells the other terms from words. Not parallel safe: starting workers takes
-- longer than most searches. The cost keeps the planner from computing terms per row instead of using the index.
-- Functions are qualified, because PostgreSQL 17 and later build indexes without a search path.
CREATE FUNCTION search_terms(search_text text, name text, category_id text, brand text, condition text,
  origin text, price_cents integer, created_at timestamptz) RETURNS text[] LANGUAGE plpgsql IMMUTABLE COST 100000 AS $$
DECLARE
  words text[] := public.search_words(search_text);
  made text := to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI');
BEGIN
  RETURN words
    || array(SELECT one || ' ' || next FROM unnest(words, words[2:]) AS pair (one, next) WHERE next IS NOT NULL)
    || array(SELECT '=' || word FROM unnest(public.search_words(lower(name))) AS word)
    || array['c:' || coalesce(category_id, ''), 'b:' || left(brand, 200), 'q:' || condition, 'o:' || origin,
      'p:' || trunc(ln(price_cents::float8 + 1) * 8)::integer,
      '@' || left(made, 4), '@' || left(made, 7), '@' || left(made, 10), '@' || left(made, 13), '@' || left(made, 15)];
END $$;--> statement-breakpoint
-- Adjacent pairs of letters; the end of the word counts as a letter.
CREATE FUNCTION word_pairs(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT substr(word || ' ', place, 2) FROM generate_series(1, length(word)) AS place)
$$;--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"country" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"user_id" text,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"price_cents" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_alerts_kind" CHECK ("product_alerts"."kind" in ('back-in-stock', 'price-drop'))
);
--> statement-breakpoint
CREATE TABLE "cached_stats" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text GENERATED ALWAYS AS (split_part(subject, ' ', 1)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(action || E'\n' || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "cart_lines_user_id_product_id_pk" PRIMARY KEY("user_id","product_id"),
	CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text NOT NULL,
	"image" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "deleted_product_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facet_count_deltas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category_id" text NOT NULL,
	"brand" text NOT NULL,
	"condition" text NOT NULL,
	"origin" text NOT NULL,
	"in_stock" boolean NOT NULL,
	"products" integer NOT NULL,
	"discounted" integer NOT NULL,
	"featured" integer NOT NULL,
	"low" integer NOT NULL,
	"price_cents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facet_counts" (
	"category_id" text NOT NULL,
	"brand" text NOT NULL,
	"condition" text NOT NULL,
	"origin" text NOT NULL,
	"in_stock" boolean NOT NULL,
	"products" integer NOT NULL,
	"discounted" integer NOT NULL,
	"featured" integer NOT NULL,
	"low" integer NOT NULL,
	"lowest_cents" integer NOT NULL,
	"highest_cents" integer NOT NULL,
	CONSTRAINT "facet_counts_category_id_brand_condition_origin_in_stock_pk" PRIMARY KEY("category_id","brand","condition","origin","in_stock")
);
--> statement-breakpoint
CREATE TABLE "product_stock_and_sales" (
	"product_id" text PRIMARY KEY NOT NULL,
	"stock_count" integer NOT NULL,
	"sold_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"brand" text NOT NULL,
	"category_id" text,
	"price_cents" integer NOT NULL,
	"original_price_cents" integer,
	"condition" text NOT NULL,
	"origin" text NOT NULL,
	"stock_count" integer DEFAULT 0 NOT NULL,
	"images" jsonb NOT NULL,
	"specifications" json NOT NULL,
	"features" jsonb NOT NULL,
	"warranty" jsonb NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"model_key" text,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || E'
' || brand || E'
' || description)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"image_alts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"stock_capped" integer GENERATED ALWAYS AS (least(stock_count, 5)) STORED NOT NULL,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_price" CHECK ("products"."price_cents" >= 0),
	CONSTRAINT "products_original_price" CHECK ("products"."original_price_cents" is null or "products"."original_price_cents" >= "products"."price_cents"),
	CONSTRAINT "products_stock" CHECK ("products"."stock_count" >= 0),
	CONSTRAINT "products_condition" CHECK ("products"."condition" in ('excellent', 'good', 'fair', 'refurbished')),
	CONSTRAINT "products_origin" CHECK ("products"."origin" in ('certified-refurbished', 'open-box', 'pre-owned'))
);
--> statement-breakpoint
CREATE TABLE "recency_tiers" (
	"size" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"named" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slug_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"order_id" text,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_change" CHECK ("stock_movements"."change" <> 0),
	CONSTRAINT "stock_movements_reason" CHECK ("stock_movements"."reason" in ('initial', 'adjustment', 'order', 'cancellation', 'return'))
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary_staging" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"word" text NOT NULL,
	"named" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"old_email" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_kind_value_pk" PRIMARY KEY("user_id","kind","value"),
	CONSTRAINT "known_devices_kind" CHECK ("known_devices"."kind" in ('network', 'browser'))
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"unproved_deletions" integer DEFAULT 0 NOT NULL,
	"step_up_refused_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text,
	"pending_secret" text,
	"last_step" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"set_up_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"phone" text,
	"role" text DEFAULT 'customer' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || email || E'\n' || coalesce(phone, ''))) STORED NOT NULL,
	"delivery_emails" boolean DEFAULT true NOT NULL,
	"alert_emails" boolean DEFAULT true NOT NULL,
	"deal_emails_since" timestamp (3) with time zone,
	"pending_email" text,
	"password_unchecked" boolean DEFAULT false NOT NULL,
	"staff_roles" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'admin')),
	CONSTRAINT "users_staff_roles" CHECK ("users"."staff_roles" <@ array['technician', 'packer', 'support', 'manager', 'owner']),
	CONSTRAINT "users_admin_has_staff_role" CHECK (("users"."role" = 'admin') = (cardinality("users"."staff_roles") > 0)),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('active', 'inactive', 'banned')),
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_import_rows" (
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text NOT NULL,
	"applied" boolean DEFAULT false NOT NULL,
	"faults" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"product_id" text,
	CONSTRAINT "product_import_rows_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"content" "bytea",
	"total_rows" integer NOT NULL,
	"checked_rows" integer DEFAULT 0 NOT NULL,
	"applied_rows" integer DEFAULT 0 NOT NULL,
	"whole_or_nothing" boolean DEFAULT false NOT NULL,
	"message" text,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "integrity_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"broken" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"name" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"uploaded_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_campaigns" (
	"day" text PRIMARY KEY NOT NULL,
	"deals" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"reached_id" text DEFAULT '' NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "newsletter_campaigns_day" CHECK ("newsletter_campaigns"."day" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "dropped_mails" (
	"kind" text PRIMARY KEY NOT NULL,
	"mails" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"sends" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_order_mails" (
	"event_key" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"request" json NOT NULL,
	"try_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reply_to" text,
	"contains_secret" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(recipient || E'\n' || subject)) STORED NOT NULL,
	"order_id" text,
	CONSTRAINT "mails_event_key_unique" UNIQUE("event_key"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('mailbox', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"sender" text,
	"content" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_order_stat_deltas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"orders" integer NOT NULL,
	"revenue_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_order_stats" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"orders" integer NOT NULL,
	"revenue_cents" bigint NOT NULL,
	CONSTRAINT "daily_order_stats_day_status_pk" PRIMARY KEY("day","status")
);
--> statement-breakpoint
CREATE TABLE "daily_sales_stat_deltas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"category_name" text NOT NULL,
	"condition" text NOT NULL,
	"units" bigint NOT NULL,
	"revenue_cents" bigint NOT NULL,
	"paid_units" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_sales_stats" (
	"day" date NOT NULL,
	"category_name" text NOT NULL,
	"condition" text NOT NULL,
	"units" bigint NOT NULL,
	"revenue_cents" bigint NOT NULL,
	"paid_units" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_sales_stats_day_category_name_condition_pk" PRIMARY KEY("day","category_name","condition")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"description" text NOT NULL,
	"location" text,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"sku" text NOT NULL,
	"image" text NOT NULL,
	"category_name" text,
	"condition" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" > 0),
	CONSTRAINT "order_items_price" CHECK ("order_items"."unit_price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"author_id" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"client_reference" text,
	"user_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_status" text DEFAULT 'unpaid' NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"country" text NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"shipping_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"shipping_method" text NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"estimated_delivery" timestamp (3) with time zone NOT NULL,
	"reserved_until" timestamp (3) with time zone,
	"erase_when_closed" boolean DEFAULT false NOT NULL,
	"idempotency_scope" text NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"placement_response" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(order_number || E'
' || first_name || ' ' || last_name || E'
' || email || E'
' || coalesce(tracking_number, ''))) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reservation_released_at" timestamp (3) with time zone,
	"payment_method" text DEFAULT 'card' NOT NULL,
	"is_test_paid" boolean DEFAULT false NOT NULL,
	"limit_key" text,
	"limit_units" integer,
	"access_version" integer DEFAULT 0 NOT NULL,
	"unversioned_access_until" timestamp (3) with time zone,
	"reserved_since" timestamp (3) with time zone,
	CONSTRAINT "orders_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" + "orders"."shipping_cents" + "orders"."tax_cents"),
	CONSTRAINT "orders_not_negative" CHECK ("orders"."subtotal_cents" >= 0 and "orders"."shipping_cents" >= 0 and "orders"."tax_cents" >= 0),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_payment_status" CHECK ("orders"."payment_status" in ('unpaid', 'started', 'paid', 'partly-refunded', 'refund-to-approve', 'refunded')),
	CONSTRAINT "orders_shipping_method" CHECK ("orders"."shipping_method" in ('standard', 'express'))
);
--> statement-breakpoint
CREATE TABLE "retained_invoices" (
	"order_id" text PRIMARY KEY NOT NULL,
	"encrypted" text NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_discrepancies" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"intent_id" text,
	"detail" text NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_discrepancies_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "payment_reconciliation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"wide_at" timestamp (3) with time zone,
	"compared" integer DEFAULT 0 NOT NULL,
	"repaired" integer DEFAULT 0 NOT NULL,
	"failure" text,
	CONSTRAINT "payment_reconciliation_one_row" CHECK ("payment_reconciliation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"processor" text NOT NULL,
	"intent_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"livemode" boolean DEFAULT false NOT NULL,
	"takes_paypal" boolean DEFAULT false NOT NULL,
	"method" text DEFAULT 'card' NOT NULL,
	"network" text,
	CONSTRAINT "payments_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'succeeded', 'cancelled', 'refunded', 'needs-review')),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"cause" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"processor_refund_id" text,
	"failure" text,
	"actor_id" text,
	"idempotency_scope" text,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decline_reason" text,
	CONSTRAINT "refunds_processor_refund_id_unique" UNIQUE("processor_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('awaiting-approval', 'requested', 'pending', 'succeeded', 'failed', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"takes_paypal" boolean DEFAULT false NOT NULL,
	"method" text DEFAULT 'card' NOT NULL,
	CONSTRAINT "test_intents_client_secret_unique" UNIQUE("client_secret"),
	CONSTRAINT "test_intents_status" CHECK ("test_intents"."status" in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled', 'refunded')),
	CONSTRAINT "test_intents_refunded" CHECK ("test_intents"."refunded_cents" between 0 and "test_intents"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "test_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" json NOT NULL,
	"start_after" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cache_invalidations" (
	"id" text PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"user_id" text,
	"author" text NOT NULL,
	"rating" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(author || E'
' || title || E'
' || body)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "demo_loads" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "demo_loads_one_row" CHECK ("demo_loads"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "store_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"store_name" text DEFAULT 'Reprise' NOT NULL,
	"store_description" text DEFAULT 'Certified refurbished and open-box electronics' NOT NULL,
	"store_email" text DEFAULT 'hello@reprise.example' NOT NULL,
	"store_phone" text DEFAULT '+1 555 0100' NOT NULL,
	"store_address" text DEFAULT '12 Workshop Lane, Portland, OR 97201' NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"order_confirmations" boolean DEFAULT true NOT NULL,
	"marketing_emails" boolean DEFAULT false NOT NULL,
	"low_stock_alerts" boolean DEFAULT true NOT NULL,
	"paypal_enabled" boolean DEFAULT false NOT NULL,
	"free_shipping_threshold_cents" integer DEFAULT 5000 NOT NULL,
	"standard_shipping_rate_cents" integer DEFAULT 999 NOT NULL,
	"express_shipping_rate_cents" integer DEFAULT 1999 NOT NULL,
	"tax_basis_points" integer DEFAULT 800 NOT NULL,
	"two_factor_auth" boolean DEFAULT false NOT NULL,
	"session_timeout" integer DEFAULT 30 NOT NULL,
	"password_policy" text DEFAULT 'strong' NOT NULL,
	"primary_color" text DEFAULT '#0ea5e9' NOT NULL,
	"accent_color" text DEFAULT '#d946ef' NOT NULL,
	"dark_mode" boolean DEFAULT false NOT NULL,
	"warranty_days" integer DEFAULT 30 NOT NULL,
	"return_days" integer DEFAULT 30 NOT NULL,
	"support_hours" text DEFAULT '24/7' NOT NULL,
	"hold_minutes" integer DEFAULT 15 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"standard_days_from" integer DEFAULT 5 NOT NULL,
	"standard_days_to" integer DEFAULT 7 NOT NULL,
	"express_days" integer DEFAULT 2 NOT NULL,
	"stripe_publishable_key" text,
	"stripe_secret_key_encrypted" text,
	"stripe_webhook_secret_encrypted" text,
	"refund_limit_cents" integer DEFAULT 20000 NOT NULL,
	"live_keys_since" timestamp (3) with time zone,
	"live_money_since" timestamp (3) with time zone,
	"reservation_minutes" integer DEFAULT 30 NOT NULL,
	"staff_reservation_days" integer DEFAULT 7 NOT NULL,
	"mail_kept_days" integer DEFAULT 365 NOT NULL,
	"job_kept_days" integer DEFAULT 7 NOT NULL,
	"network_kept_days" integer DEFAULT 90 NOT NULL,
	"guest_kept_days" integer DEFAULT 1095 NOT NULL,
	"invoice_kept_years" integer DEFAULT 10 NOT NULL,
	CONSTRAINT "store_settings_one_row" CHECK ("store_settings"."id" = 1),
	CONSTRAINT "store_settings_tax" CHECK ("store_settings"."tax_basis_points" between 0 and 5000)
);
--> statement-breakpoint
CREATE TABLE "wishes" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishes_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_alerts" ADD CONSTRAINT "product_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_alerts" ADD CONSTRAINT "product_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stock_and_sales" ADD CONSTRAINT "product_stock_and_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slug_redirects" ADD CONSTRAINT "slug_redirects_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_rows" ADD CONSTRAINT "product_import_rows_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_order_mails" ADD CONSTRAINT "waiting_order_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retained_invoices" ADD CONSTRAINT "retained_invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD CONSTRAINT "payment_discrepancies_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_refunds" ADD CONSTRAINT "test_refunds_intent_id_test_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."test_intents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "product_alerts_once" ON "product_alerts" USING btree ("product_id","kind","email");--> statement-breakpoint
CREATE INDEX "product_alerts_due" ON "product_alerts" USING btree ("due_at") WHERE "product_alerts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "product_alerts_of_user" ON "product_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_newest" ON "audit_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_subject" ON "audit_entries" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_of_kind" ON "audit_entries" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_search" ON "audit_entries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "cart_lines_of_product" ON "cart_lines" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "product_stock_and_sales_by_stock" ON "product_stock_and_sales" USING btree ("stock_count","product_id");--> statement-breakpoint
CREATE INDEX "product_stock_and_sales_by_sold" ON "product_stock_and_sales" USING btree ("sold_count","product_id");--> statement-breakpoint
CREATE INDEX "products_terms" ON "products" USING gin ((search_terms("search_text", "name", "category_id", "brand", "condition", "origin", "price_cents", "created_at") collate "C"));--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_cents","id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree (("rating_sum"::float8 / greatest("review_count", 1)),"review_count","id");--> statement-breakpoint
CREATE INDEX "products_by_saving" ON "products" USING btree (coalesce(1 - "price_cents"::float8 / nullif("original_price_cents", 0), 0),"created_at","id");--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "products_of_category_by_price" ON "products" USING btree ("category_id","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_of_category_by_name" ON "products" USING btree ("category_id",lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "products_of_brand" ON "products" USING btree ("brand","created_at","id");--> statement-breakpoint
CREATE INDEX "products_of_brand_by_price" ON "products" USING btree ("brand","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_of_brand_by_name" ON "products" USING btree ("brand",lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "products_of_category_and_brand" ON "products" USING btree ("category_id","brand","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_of_category_brand_and_condition" ON "products" USING btree ("category_id","brand","condition","created_at","id");--> statement-breakpoint
CREATE INDEX "products_of_model" ON "products" USING btree ("model_key","price_cents");--> statement-breakpoint
CREATE INDEX "products_by_id" ON "products" USING btree ("id","updated_at") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at","id") WHERE "products"."featured";--> statement-breakpoint
CREATE INDEX "products_low_in_stock" ON "products" USING btree ("stock_capped","id") WHERE "products"."stock_capped" < 5;--> statement-breakpoint
CREATE INDEX "products_by_update" ON "products" USING btree ("updated_at","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_without_image" ON "products" USING btree ("created_at","id") WHERE "products"."images" = '[]'::jsonb and "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_archived" ON "products" USING btree ("created_at","id") WHERE "products"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "search_vocabulary_search" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_vocabulary_pairs" ON "search_vocabulary" USING gin (word_pairs("word"));--> statement-breakpoint
CREATE INDEX "slug_redirects_of_product" ON "slug_redirects" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_order" ON "stock_movements" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "search_vocabulary_staging_by_word" ON "search_vocabulary_staging" USING btree ("word");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_of_user" ON "accounts" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "email_changes_of_user" ON "email_changes" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "email_changes_by_email" ON "email_changes" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_of_user" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_of_user" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_kind" ON "users" USING btree ("role","status");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_of_role" ON "users" USING btree ("role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "users_by_last_login" ON "users" USING btree ("last_login_at" desc nulls last,"id");--> statement-breakpoint
CREATE INDEX "users_of_deal_emails" ON "users" USING btree ("id") WHERE "users"."deal_emails_since" is not null and "users"."email_verified" and "users"."status" = 'active';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "product_import_rows_by_outcome" ON "product_import_rows" USING btree ("import_id","outcome","number");--> statement-breakpoint
CREATE INDEX "product_import_rows_by_sku" ON "product_import_rows" USING btree ("import_id","sku");--> statement-breakpoint
CREATE INDEX "product_imports_newest" ON "product_imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "integrity_checks_newest" ON "integrity_checks" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "media_files_newest" ON "media_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_budgets_expired" ON "mail_budgets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "waiting_order_mails_due" ON "waiting_order_mails" USING btree ("try_at");--> statement-breakpoint
CREATE INDEX "waiting_order_mails_of_order" ON "waiting_order_mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_of_kind" ON "mails" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_in_state" ON "mails" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_last_tried" ON "mails" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("order_id") WHERE "mails"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_reply_to" ON "mails" USING btree ("reply_to") WHERE "mails"."reply_to" is not null;--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outgoing_mails_to" ON "outgoing_mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "outgoing_mails_from" ON "outgoing_mails" USING btree ("sender") WHERE "outgoing_mails"."sender" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_oldest" ON "outgoing_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_of_order" ON "order_items" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_items_of_product" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_notes_of_order" ON "order_notes" USING btree ("order_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("idempotency_scope","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("payment_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_of_email" ON "orders" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id") WHERE "orders"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_tracking_number" ON "orders" USING btree ("tracking_number") WHERE "orders"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_client_reference" ON "orders" USING btree ("client_reference") WHERE "orders"."client_reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_by_limit_key" ON "orders" USING btree ("limit_key") WHERE "orders"."limit_key" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_reservation_end" ON "orders" USING btree ("reserved_until") WHERE "orders"."reserved_until" is not null;--> statement-breakpoint
CREATE INDEX "retained_invoices_oldest" ON "retained_invoices" USING btree ("ordered_at");--> statement-breakpoint
CREATE INDEX "payment_discrepancies_newest" ON "payment_discrepancies" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_discrepancies_open" ON "payment_discrepancies" USING btree ("created_at","id") WHERE "payment_discrepancies"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE "payments"."status" in ('created', 'succeeded', 'needs-review');--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'created';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_idempotency" ON "refunds" USING btree ("idempotency_scope","idempotency_key");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_newest" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_awaiting" ON "refunds" USING btree ("order_id") WHERE "refunds"."status" = 'awaiting-approval';--> statement-breakpoint
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("updated_at") WHERE "refunds"."status" in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "job_outbox_oldest" ON "job_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "cache_invalidations_since" ON "cache_invalidations" USING btree ("transaction");--> statement-breakpoint
CREATE INDEX "privacy_requests_expired" ON "privacy_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "privacy_requests_of" ON "privacy_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_by_rating" ON "reviews" USING btree ("product_id","rating","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_search" ON "reviews" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "wishes_of_product" ON "wishes" USING btree ("product_id");--> statement-breakpoint
-- Room for HOT updates of the stock.
ALTER TABLE "products" SET (fillfactor = 85);--> statement-breakpoint
-- Statistics of terms would only slow down ANALYZE: searches always use this index.
ALTER INDEX "products_terms" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
-- A single statement cannot roll back: calling this function in it aborts it instead of committing.
CREATE FUNCTION "assert_no_conflict"("is_unchanged" boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF "is_unchanged" IS NOT TRUE THEN
    RAISE EXCEPTION 'concurrency conflict' USING ERRCODE = 'P0001';
  END IF;
  RETURN true;
END $$;--> statement-breakpoint
-- The limits are those of server/src/orders/placement/order-limits.ts. Callers with the same key are serialized by a lock; the
-- count after it has a newer snapshot than the statement that placed the orders, so parallel orders cannot exceed them.
CREATE FUNCTION enforce_order_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In lock order, so that two batches cannot deadlock.
  PERFORM pg_advisory_xact_lock(id) FROM (
    SELECT DISTINCT hashtextextended(limit_key, 0) AS id FROM placed WHERE limit_key IS NOT NULL ORDER BY id
  ) AS locks;
  IF FOUND AND EXISTS (
    SELECT FROM (
      SELECT limit_key, max(created_at) AS placed_at FROM placed WHERE limit_key IS NOT NULL GROUP BY limit_key
    ) AS caller CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'pending' AND payment_status IN ('unpaid', 'started')) AS open_orders,
        sum(limit_units) FILTER (WHERE status = 'pending' AND payment_status IN ('unpaid', 'started')) AS open_units,
        count(*) FILTER (WHERE created_at > caller.placed_at - interval '10 minutes') AS recent_orders
      FROM orders WHERE orders.limit_key = caller.limit_key
    ) AS usage
    WHERE open_orders > 5 OR open_units > 20 OR recent_orders > 10
  ) THEN
    RAISE EXCEPTION 'order limits exceeded' USING ERRCODE = 'OL001';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_enforce_limits AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_order_limits();--> statement-breakpoint
-- Units count as sold while their order is paid and not cancelled.
CREATE FUNCTION is_paid_sale(status text, payment_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'cancelled' AND payment_status IN ('paid', 'partly-refunded', 'refunded')
$$;--> statement-breakpoint
-- Networks may be removed, and failed sign-ins after 30 days.
CREATE FUNCTION "reject_audit_row_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.action = 'refuse sign-in' AND OLD.created_at < now() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  ELSIF NEW.after = OLD.after - 'from' AND NEW.id = OLD.id AND NEW.action = OLD.action AND NEW.subject = OLD.subject
    AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id AND NEW.before IS NOT DISTINCT FROM OLD.before
    AND NEW.created_at = OLD.created_at THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION reject_audit_row_change();--> statement-breakpoint
CREATE FUNCTION "reject_audit_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_truncate();--> statement-breakpoint
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
