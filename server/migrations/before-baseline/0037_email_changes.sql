CREATE TABLE "email_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"old_email" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_of_user" ON "email_changes" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "email_changes_by_email" ON "email_changes" USING btree ("old_email");--> statement-breakpoint
-- Whoever changes somebody's address could register the old one, and the link that puts it back would then fail.
CREATE FUNCTION keep_replaced_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM email_changes
    WHERE old_email = NEW.email AND user_id <> NEW.id AND used_at IS NULL AND expires_at > now()
  ) THEN
    RAISE EXCEPTION 'email is kept for its former account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_unique';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_replaced_email BEFORE INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION keep_replaced_email();
