CREATE TABLE "applied_manifests" (
	"id" text PRIMARY KEY NOT NULL,
	"lot_id" text NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lot_costs" DROP CONSTRAINT "lot_costs_sign";--> statement-breakpoint
ALTER TABLE "lot_lines" DROP CONSTRAINT "lot_lines_quantity";--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "purchase_cents" bigint;--> statement-breakpoint
ALTER TABLE "applied_manifests" ADD CONSTRAINT "applied_manifests_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applied_manifests_by_digest" ON "applied_manifests" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "applied_manifests_of_lot" ON "applied_manifests" USING btree ("lot_id");--> statement-breakpoint
ALTER TABLE "lot_costs" ADD CONSTRAINT "lot_costs_sign" CHECK ("lot_costs"."amount_cents" <> 0 and ("lot_costs"."kind" = 'device' or ("lot_costs"."amount_cents" < 0) = ("lot_costs"."kind" = 'credit')));--> statement-breakpoint
ALTER TABLE "lot_lines" ADD CONSTRAINT "lot_lines_quantity" CHECK ("lot_lines"."quantity" >= 0);--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_purchase" CHECK ("units"."purchase_cents" >= 0);--> statement-breakpoint
-- A lot that was closed without an amount booked nothing: its devices have no known cost.
UPDATE "units" SET "purchase_cents" = greatest(coalesce(booked.sum, 0), 0)
FROM "units" AS came
LEFT JOIN "lots" ON "lots"."id" = came."lot_id"
LEFT JOIN (SELECT "unit_id", sum("amount_cents") AS sum FROM "unit_costs" WHERE "kind" = 'purchase' GROUP BY "unit_id") AS booked
	ON booked."unit_id" = came."id"
WHERE came."id" = "units"."id" AND (booked.sum IS NOT NULL OR ("lots"."state" = 'closed' AND "lots"."goods_cents" IS NOT NULL
	AND came."state" <> 'expected' AND coalesce(came."gone_as", '') NOT IN ('mistaken', 'never-came')));
