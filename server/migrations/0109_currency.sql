ALTER TABLE "store_settings" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "currency_digits" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "missing_amounts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION webhook_money(cents bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT round(cents / 10::numeric ^ digits, digits)
  FROM (SELECT coalesce((SELECT currency_digits FROM store_settings), 2) AS digits) AS store
$$;
