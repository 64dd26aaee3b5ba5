CREATE INDEX "new_product_words_by_word" ON "new_product_words" USING btree ("word");--> statement-breakpoint
CREATE INDEX "users_by_kind" ON "users" USING btree ("role","status");