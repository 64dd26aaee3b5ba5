ALTER TABLE "orders" ADD COLUMN "payment_method" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "takes_paypal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "test_intents" ADD COLUMN "takes_paypal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "test_intents" ADD COLUMN "method" text DEFAULT 'card' NOT NULL;