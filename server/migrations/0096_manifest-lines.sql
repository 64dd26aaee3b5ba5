ALTER TABLE "lot_lines" ADD COLUMN "battery" smallint;--> statement-breakpoint
ALTER TABLE "lot_lines" ADD COLUMN "carrier" text;--> statement-breakpoint
ALTER TABLE "lot_lines" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_lines" ADD COLUMN "supplier_line" text DEFAULT '' NOT NULL;