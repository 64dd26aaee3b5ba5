CREATE TABLE "new_product_words" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"word" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_count_changes" (
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
CREATE TABLE "product_counts" (
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
	CONSTRAINT "product_counts_category_id_brand_condition_origin_in_stock_pk" PRIMARY KEY("category_id","brand","condition","origin","in_stock")
);
--> statement-breakpoint
CREATE TABLE "product_turnover" (
	"product_id" text PRIMARY KEY NOT NULL,
	"stock_count" integer NOT NULL,
	"sold_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_by_brand";--> statement-breakpoint
DROP INDEX "products_low_stock";--> statement-breakpoint
DROP INDEX "products_by_stock";--> statement-breakpoint
DROP INDEX "products_by_sold";--> statement-breakpoint
DROP INDEX "products_featured";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "scarcity" integer GENERATED ALWAYS AS (least(stock_count, 5)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product_turnover" ADD CONSTRAINT "product_turnover_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_turnover_by_stock" ON "product_turnover" USING btree ("stock_count","product_id");--> statement-breakpoint
CREATE INDEX "product_turnover_by_sold" ON "product_turnover" USING btree ("sold_count","product_id");--> statement-breakpoint
CREATE INDEX "product_words_search" ON "product_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_name_search" ON "products" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree (("rating_sum"::float8 / greatest("review_count", 1)),"review_count","id");--> statement-breakpoint
CREATE INDEX "products_by_saving" ON "products" USING btree (coalesce(1 - "price_cents"::float8 / nullif("original_price_cents", 0), 0),"created_at","id");--> statement-breakpoint
CREATE INDEX "products_of_category_by_price" ON "products" USING btree ("category_id","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_of_category_by_name" ON "products" USING btree ("category_id",lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "products_of_brand" ON "products" USING btree ("brand","created_at","id");--> statement-breakpoint
CREATE INDEX "products_of_brand_by_price" ON "products" USING btree ("brand","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_of_brand_by_name" ON "products" USING btree ("brand",lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "products_of_category_and_brand" ON "products" USING btree ("category_id","brand","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_by_id" ON "products" USING btree ("id","updated_at") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_scarce" ON "products" USING btree ("scarcity","id") WHERE "products"."scarcity" < 5;--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at","id") WHERE "products"."featured";--> statement-breakpoint
-- Room on each page for the next version of a row, so that a sale can stay on its page and touch no index.
ALTER TABLE "products" SET (fillfactor = 85);--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two conditions, as OLD and NEW are not there for every kind of change.
  IF TG_OP <> 'INSERT' THEN IF OLD.archived_at IS NULL THEN
    INSERT INTO product_count_changes
      (category_id, brand, condition, origin, in_stock, products, discounted, featured, low, price_cents)
    VALUES (coalesce(OLD.category_id, ''), OLD.brand, OLD.condition, OLD.origin, OLD.stock_count > 0, -1,
      -coalesce((OLD.original_price_cents > OLD.price_cents)::int, 0), -OLD.featured::int,
      -(OLD.stock_count BETWEEN 1 AND 4)::int, OLD.price_cents);
  END IF; END IF;
  IF TG_OP <> 'DELETE' THEN IF NEW.archived_at IS NULL THEN
    INSERT INTO product_count_changes
      (category_id, brand, condition, origin, in_stock, products, discounted, featured, low, price_cents)
    VALUES (coalesce(NEW.category_id, ''), NEW.brand, NEW.condition, NEW.origin, NEW.stock_count > 0, 1,
      coalesce((NEW.original_price_cents > NEW.price_cents)::int, 0), NEW.featured::int,
      (NEW.stock_count BETWEEN 1 AND 4)::int, NEW.price_cents);
  END IF; END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_counted AFTER INSERT OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION note_product_change();--> statement-breakpoint
-- An ordinary sale moves nothing from one kind to another, so it does not even call the function.
CREATE TRIGGER products_counted_anew AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.category_id, OLD.brand, OLD.condition, OLD.origin, OLD.price_cents, OLD.original_price_cents,
      OLD.featured, OLD.archived_at IS NULL, OLD.stock_count > 0, OLD.stock_count BETWEEN 1 AND 4)
    IS DISTINCT FROM (NEW.category_id, NEW.brand, NEW.condition, NEW.origin, NEW.price_cents,
      NEW.original_price_cents, NEW.featured, NEW.archived_at IS NULL, NEW.stock_count > 0, NEW.stock_count BETWEEN 1 AND 4))
  EXECUTE FUNCTION note_product_change();--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO new_product_words (word)
  SELECT DISTINCT word
  FROM regexp_split_to_table(lower(NEW.name || ' ' || NEW.brand), '[[:space:][:punct:]]+') AS words (word)
  WHERE length(word) >= 3 AND NOT EXISTS (SELECT FROM product_words known WHERE known.word = words.word);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_spelt AFTER INSERT OR UPDATE OF name, brand ON products
  FOR EACH ROW EXECUTE FUNCTION note_product_words();--> statement-breakpoint
INSERT INTO product_counts
SELECT coalesce(category_id, ''), brand, condition, origin, stock_count > 0, count(*),
  count(*) FILTER (WHERE original_price_cents > price_cents), count(*) FILTER (WHERE featured),
  count(*) FILTER (WHERE stock_count BETWEEN 1 AND 4), min(price_cents), max(price_cents)
FROM products WHERE archived_at IS NULL GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
INSERT INTO product_words
SELECT DISTINCT word
FROM products, regexp_split_to_table(lower(name || ' ' || brand), '[[:space:][:punct:]]+') AS word
WHERE length(word) >= 3;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_product_turnover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_turnover (product_id, stock_count, sold_count)
    VALUES (NEW.id, NEW.stock_count, NEW.sold_count);
  ELSE
    UPDATE product_turnover SET stock_count = NEW.stock_count, sold_count = NEW.sold_count
    WHERE product_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_turned_over AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION keep_product_turnover();--> statement-breakpoint
CREATE TRIGGER products_turned_over_anew AFTER UPDATE ON products FOR EACH ROW
  WHEN (OLD.stock_count <> NEW.stock_count OR OLD.sold_count <> NEW.sold_count)
  EXECUTE FUNCTION keep_product_turnover();--> statement-breakpoint
INSERT INTO product_turnover SELECT id, stock_count, sold_count FROM products;
