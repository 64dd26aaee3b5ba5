ALTER TABLE "product_families" DROP COLUMN "description";--> statement-breakpoint
ALTER TABLE "product_families" DROP COLUMN "position";