ALTER TABLE "product_import_rows" ADD COLUMN "cells" text[];--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "head" text[] DEFAULT '{}' NOT NULL;