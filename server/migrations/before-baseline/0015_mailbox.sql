ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "held_secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(recipient || E'\n' || subject)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_of_kind" ON "mails" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_in_state" ON "mails" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_last_tried" ON "mails" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin ("search_text" gin_trgm_ops);