CREATE TABLE "product_families" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"category_id" text,
	"description" text DEFAULT '' NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image_alts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"specifications" json DEFAULT '{}'::json NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_families_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "reviews" DROP CONSTRAINT "reviews_product_id_products_id_fk";
--> statement-breakpoint
DROP INDEX "reviews_by_rating";
--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "product_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "family_id" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "family_id" text;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "condition" text;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "product_name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "is_verified" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "family_id" text;
--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "device_models" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_families" ADD CONSTRAINT "product_families_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- HAND-WRITTEN: each model key becomes a configuration in a family of its own; the back office merges them.
INSERT INTO device_models (model_key, name, brand, category_id, kind, identifiers, created_at, updated_at)
SELECT DISTINCT ON (p.model_key) p.model_key, coalesce(nullif(p.name, ''), p.model_key), p.brand, p.category_id, k.kind,
  CASE k.kind WHEN 'phone' THEN '{imei,serial}'::text[] ELSE '{serial}'::text[] END, p.created_at, p.created_at
FROM products p LEFT JOIN categories c ON c.id = p.category_id
CROSS JOIN LATERAL (SELECT CASE
  WHEN c.name ~* 'headphone|earphone|earbud|headset|speaker|audio' THEN 'audio'
  WHEN c.name ~* 'watch' THEN 'watch'
  WHEN c.name ~* 'phone|mobile' THEN 'phone'
  WHEN c.name ~* 'tablet|ipad|e-?reader' THEN 'tablet'
  WHEN c.name ~* 'laptop|notebook|computer|desktop|macbook|chromebook|\ypcs?\y' THEN 'computer'
  WHEN c.name ~* 'console|gaming|playstation|xbox|nintendo' THEN 'console'
  ELSE 'other' END AS kind) k
WHERE p.model_key IS NOT NULL
ORDER BY p.model_key, p.price_cents, p.id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Same id as `familyIdOf` in ensure-configurations.ts.
INSERT INTO product_families (id, slug, name, brand, category_id, created_at, updated_at)
SELECT id, CASE WHEN row_number() OVER (PARTITION BY slug ORDER BY created_at, id) = 1 THEN slug ELSE slug || '-' || right(id, 8) END,
  name, brand, category_id, created_at, updated_at
FROM (
  SELECT 'fam_' || left(md5(model_key), 26) AS id, name, brand, category_id, created_at, updated_at,
    coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(lower(model_key), '[^a-z0-9]+', '-', 'g'), 150)), ''), 'product') AS slug
  FROM device_models
) models;
--> statement-breakpoint
UPDATE device_models SET family_id = 'fam_' || left(md5(model_key), 26);
--> statement-breakpoint
ALTER TABLE device_models ALTER COLUMN family_id SET NOT NULL;
--> statement-breakpoint
UPDATE products SET family_id = coalesce('fam_' || left(md5(model_key), 26), id);
--> statement-breakpoint
UPDATE reviews SET family_id = p.family_id, condition = p.condition, product_name = p.name, is_verified = true
FROM products p WHERE p.id = reviews.product_id;
--> statement-breakpoint
ALTER TABLE reviews ALTER COLUMN family_id SET NOT NULL, ALTER COLUMN condition SET NOT NULL;
--> statement-breakpoint
UPDATE products SET rating_sum = pooled.stars, review_count = pooled.reviews
FROM (SELECT family_id, sum(rating) AS stars, count(*) AS reviews FROM reviews WHERE NOT hidden GROUP BY family_id) pooled
WHERE products.family_id = pooled.family_id
  AND (products.rating_sum, products.review_count) IS DISTINCT FROM (pooled.stars, pooled.reviews);
--> statement-breakpoint
ALTER TABLE "device_models" ADD CONSTRAINT "device_models_family_id_product_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."product_families"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "products_of_family" ON "products" USING btree ("family_id","price_cents","id");
--> statement-breakpoint
CREATE INDEX "reviews_of_family" ON "reviews" USING btree ("family_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "device_models_of_family" ON "device_models" USING btree ("family_id","position","model_key");
--> statement-breakpoint
CREATE INDEX "reviews_by_rating" ON "reviews" USING btree ("family_id","rating","created_at","id");
--> statement-breakpoint
-- HAND-WRITTEN: the family of a product follows its model key. The lock makes a move of the configuration wait.
CREATE FUNCTION set_family_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.family_id := NULL;
  IF NEW.model_key IS NOT NULL THEN
    SELECT family_id INTO NEW.family_id FROM device_models WHERE model_key = NEW.model_key FOR SHARE;
  END IF;
  NEW.family_id := coalesce(NEW.family_id, NEW.id);
  IF TG_OP = 'INSERT' AND NEW.model_key IS NOT NULL THEN
    SELECT coalesce(sum(rating), 0), count(*) INTO NEW.rating_sum, NEW.review_count
    FROM reviews WHERE family_id = NEW.family_id AND NOT hidden;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_family BEFORE INSERT OR UPDATE OF model_key, id ON products
  FOR EACH ROW EXECUTE FUNCTION set_family_of_product();
--> statement-breakpoint
-- HAND-WRITTEN: reviews move with their product, and the ratings of both families are pooled again.
CREATE FUNCTION move_reviews_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In id order, as orders lock products, so that the two cannot deadlock.
  PERFORM FROM products WHERE family_id IN (OLD.family_id, NEW.family_id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE reviews SET family_id = NEW.family_id WHERE product_id = NEW.id;
  UPDATE products SET rating_sum = pooled.stars, review_count = pooled.reviews
  FROM (
    SELECT family.id, coalesce(sum(r.rating), 0) AS stars, count(r.id) AS reviews
    FROM (VALUES (OLD.family_id), (NEW.family_id)) AS family (id)
    LEFT JOIN reviews r ON r.family_id = family.id AND NOT r.hidden
    GROUP BY family.id
  ) pooled
  WHERE products.family_id = pooled.id
    AND (products.rating_sum, products.review_count) IS DISTINCT FROM (pooled.stars, pooled.reviews);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_move_reviews AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.family_id IS DISTINCT FROM NEW.family_id) EXECUTE FUNCTION move_reviews_of_product();
