ALTER TABLE "addresses" ADD COLUMN "address2" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address2" text DEFAULT '' NOT NULL;