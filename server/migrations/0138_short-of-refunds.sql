CREATE OR REPLACE TRIGGER webhooks_of_short_line AFTER UPDATE OF short_quantity ON order_items FOR EACH ROW
  WHEN (NEW.short_quantity > OLD.short_quantity
    AND NEW.short_quantity > NEW.refunded_quantity - NEW.returned_quantity)
  EXECUTE FUNCTION webhooks_of_short_line();
