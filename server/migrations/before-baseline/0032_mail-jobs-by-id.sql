CREATE TABLE "outgoing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"sender" text,
	"content" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outgoing_mails_to" ON "outgoing_mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "outgoing_mails_from" ON "outgoing_mails" USING btree ("sender") WHERE "outgoing_mails"."sender" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_oldest" ON "outgoing_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_reply_to" ON "mails" USING btree ("reply_to") WHERE "mails"."reply_to" is not null;--> statement-breakpoint
-- HAND-WRITTEN: finished jobs of earlier versions hold links that still work; waiting ones are delivered as they are.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name IN ('send-mail', 'send-newsletter') AND state::text IN ('completed', 'cancelled', 'failed');
    DELETE FROM pgboss.job WHERE name = 'dead-letter' AND data ->> 'kind' IN ('password-reset', 'invitation', 'verify-email', 'alert-set');
    UPDATE pgboss.job SET data = data #- '{order,payLink}' WHERE name = 'dead-letter' AND data -> 'order' ? 'payLink';
  END IF;
END
$$;
