ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || email || E'\n' || coalesce(phone, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "kind" text GENERATED ALWAYS AS (split_part(subject, ' ', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(action || E'\n' || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_of_role" ON "users" USING btree ("role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "users_by_last_login" ON "users" USING btree ("last_login_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_of_kind" ON "audit_entries" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_search" ON "audit_entries" USING gin ("search_text" gin_trgm_ops);