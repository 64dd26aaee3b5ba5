-- Moves reviews with their product to another family and pools the ratings of both.
CREATE OR REPLACE FUNCTION move_reviews_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER products_move_reviews AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.family_id IS DISTINCT FROM NEW.family_id) EXECUTE FUNCTION move_reviews_of_product();
