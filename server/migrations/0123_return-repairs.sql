ALTER TABLE "return_lines" ADD COLUMN "locked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "back_carrier" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "back_tracking_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns SET carrier = '', tracking_number = '', exception_reason = '' WHERE order_id = NEW.id;
  UPDATE return_lines SET note = '', back_carrier = '', back_tracking_number = ''
  WHERE return_id IN (SELECT id FROM returns WHERE order_id = NEW.id);
  RETURN NULL;
END
$$;
