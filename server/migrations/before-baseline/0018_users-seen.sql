DROP INDEX "users_by_last_login";--> statement-breakpoint
CREATE INDEX "users_by_last_login" ON "users" USING btree ("last_login_at" desc nulls last,"id");