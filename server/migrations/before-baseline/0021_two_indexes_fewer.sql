DROP INDEX "orders_counted";--> statement-breakpoint
DROP INDEX "orders_sales";