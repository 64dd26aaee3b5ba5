DROP INDEX "search_vocabulary_pairs";--> statement-breakpoint
DROP FUNCTION word_pairs(text);
