-- Customers of another shop are imported as history: a program that listens is not told of thousands of new ones.
CREATE OR REPLACE FUNCTION webhooks_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF current_setting('reprise.is_import', true) IS DISTINCT FROM 'on' THEN
      PERFORM queue_webhook('customer.created', NEW.id, jsonb_build_object('id', NEW.id));
    END IF;
  ELSE
    PERFORM queue_webhook('customer.deleted', OLD.id, jsonb_build_object('id', OLD.id));
  END IF;
  RETURN NULL;
END $$;
