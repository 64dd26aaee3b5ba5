ALTER TABLE "payments" ADD COLUMN "redirect_methods" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "test_intents" ADD COLUMN "redirect_methods" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "store_settings" ADD COLUMN "klarna_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "redirect_methods" = '{paypal}' WHERE "takes_paypal";--> statement-breakpoint
UPDATE "test_intents" SET "redirect_methods" = '{paypal}' WHERE "takes_paypal";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "takes_paypal";--> statement-breakpoint
ALTER TABLE "test_intents" DROP COLUMN "takes_paypal";