DROP TABLE "facet_count_deltas" CASCADE;--> statement-breakpoint
DROP TABLE "facet_counts" CASCADE;--> statement-breakpoint
DROP TRIGGER products_facet_counts on products;--> statement-breakpoint
DROP TRIGGER products_facet_counts_update on products;--> statement-breakpoint
DROP FUNCTION insert_facet_count_deltas();
