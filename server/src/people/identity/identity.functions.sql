-- Rejects an email address that its former account can still take back.
CREATE OR REPLACE FUNCTION assert_email_not_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM email_changes
    WHERE old_email = NEW.email AND user_id <> NEW.id AND used_at IS NULL AND expires_at > now()
  ) THEN
    RAISE EXCEPTION 'email is reserved for its former account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_unique';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_reserved_email BEFORE INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION assert_email_not_reserved();
