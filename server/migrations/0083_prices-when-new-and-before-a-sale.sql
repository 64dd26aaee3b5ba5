CREATE TABLE "product_prices" (
	"product_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"price_cents" integer,
	"is_earlier_unknown" boolean DEFAULT false NOT NULL,
	CONSTRAINT "product_prices_product_id_since_pk" PRIMARY KEY("product_id","since")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "new_price_date" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "former_price_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_prices_by_since" ON "product_prices" USING btree ("since");--> statement-breakpoint
CREATE INDEX "products_in_sale" ON "products" USING btree ("id") WHERE "products"."sale_ends_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_former_price" CHECK ("products"."former_price_cents" is null or "products"."former_price_cents" > "products"."price_cents");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_new_price_date" CHECK ("products"."new_price_date" ~ '^(today|[0-9]{4}-(0[1-9]|1[0-2]))$');--> statement-breakpoint
-- Earlier prices are not known.
INSERT INTO "product_prices" ("product_id", "since", "price_cents", "is_earlier_unknown")
SELECT "id", now(), CASE WHEN "archived_at" IS NULL THEN "price_cents" END, true FROM "products";--> statement-breakpoint
-- A running sale has written its regular price as the price when new, unless the product had one or it was edited.
UPDATE "products" SET "sale_ends_at" = sale."ends_at",
  "original_price_cents" = CASE
    WHEN "original_price_cents" = coalesce(sale."regular_original_price_cents", sale."regular_price_cents")
    THEN sale."regular_original_price_cents" ELSE "original_price_cents" END
FROM "product_sales" sale
WHERE sale."product_id" = "products"."id" AND sale."regular_price_cents" IS NOT NULL
  AND "products"."price_cents" = sale."sale_price_cents";--> statement-breakpoint
ALTER TABLE "product_sales" DROP COLUMN "regular_original_price_cents";--> statement-breakpoint
CREATE OR REPLACE FUNCTION clear_outdated_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.original_price_cents IS NULL THEN NEW.new_price_date := NULL; END IF;
  IF TG_OP = 'UPDATE' THEN IF NEW.price_cents <> OLD.price_cents THEN
    IF NEW.former_price_cents IS NOT DISTINCT FROM OLD.former_price_cents THEN NEW.former_price_cents := NULL; END IF;
    IF NEW.sale_ends_at IS NOT DISTINCT FROM OLD.sale_ends_at THEN NEW.sale_ends_at := NULL; END IF;
  END IF; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_product_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Read under the row lock, so that the order of the times is the order of the changes.
  INSERT INTO product_prices (product_id, since, price_cents)
  VALUES (NEW.id, clock_timestamp(), CASE WHEN NEW.archived_at IS NULL THEN NEW.price_cents END)
  ON CONFLICT (product_id, since) DO UPDATE SET price_cents = excluded.price_cents;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_outdated_prices BEFORE INSERT OR UPDATE OF price_cents, original_price_cents, new_price_date ON products
  FOR EACH ROW EXECUTE FUNCTION clear_outdated_prices();--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_price_history AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION record_product_price();--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_price_history_update AFTER UPDATE OF price_cents, archived_at ON products FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.price_cents, NEW.archived_at IS NULL))
  EXECUTE FUNCTION record_product_price();
