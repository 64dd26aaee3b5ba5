ALTER TABLE "order_items" ADD COLUMN "restocking_percent" integer;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "restocking_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_restocking" CHECK ("return_lines"."restocking_percent" between 0 and 50);--> statement-breakpoint
CREATE OR REPLACE FUNCTION copy_return_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.return_days IS NULL THEN
    SELECT CASE WHEN coalesce(p.change_of_mind, g.change_of_mind, true) THEN coalesce(p.days, s.return_days) ELSE 0 END,
      coalesce(p.restocking_percent, g.restocking_percent, 0)
    INTO NEW.return_days, NEW.restocking_percent FROM store_settings s LEFT JOIN general_return_policy g ON true
    LEFT JOIN (return_policies p JOIN categories c ON c.id = p.category_id) ON c.name = NEW.category_name;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns SET carrier = '', tracking_number = '', exception_reason = '' WHERE order_id = NEW.id;
  UPDATE return_lines SET note = '' WHERE return_id IN (SELECT id FROM returns WHERE order_id = NEW.id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_erase_returns AFTER UPDATE OF email ON orders
  FOR EACH ROW WHEN (NEW.email = '' AND OLD.email <> '') EXECUTE FUNCTION erase_returns();
