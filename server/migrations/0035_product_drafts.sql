ALTER TABLE "products" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "products_drafts" ON "products" USING btree ("created_at","id") WHERE "products"."is_draft";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_draft" CHECK (not "products"."is_draft" or "products"."archived_at" is not null);--> statement-breakpoint
DROP TRIGGER products_vocabulary ON products;--> statement-breakpoint
-- Words of drafts would otherwise be suggested to shoppers; publishing stages them.
CREATE TRIGGER products_vocabulary AFTER INSERT OR UPDATE OF name, brand, description, is_draft ON products
  FOR EACH ROW WHEN (NOT NEW.is_draft) EXECUTE FUNCTION stage_product_words();
