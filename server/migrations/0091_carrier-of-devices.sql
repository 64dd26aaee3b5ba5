ALTER TABLE "units" ADD COLUMN "carrier" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "waived_by_id" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "waive_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_carrier" CHECK ("units"."carrier" = btrim("units"."carrier") and length("units"."carrier") <= 40);--> statement-breakpoint
-- HAND-WRITTEN: a device whose newest check of the carrier lock is clear is unlocked.
UPDATE "units" SET "carrier" = '' FROM (
  SELECT DISTINCT ON (c.unit_id) c.unit_id, c.result FROM unit_checks c JOIN units u ON u.id = c.unit_id AND u.intake = c.intake
  WHERE c.kind = 'carrier-lock' ORDER BY c.unit_id, c.created_at DESC, c.id DESC) newest
WHERE newest.unit_id = "units"."id" AND newest.result = 'clear';--> statement-breakpoint
-- HAND-WRITTEN: devices that a count put on sale, and those with data that were waived without an erasure, have no record.
UPDATE "units" SET "gate" = 'unrecorded' WHERE "gate" = 'waived' AND (
  NOT EXISTS (SELECT FROM unit_events e
    WHERE e.unit_id = "units"."id" AND e.kind = 'moved' AND e.from_state = 'bench' AND e.to_state = 'ready')
  OR ("wiped_at" IS NULL AND EXISTS (SELECT FROM device_models m
    WHERE m.model_key = "units"."model_key" AND m.kind IN ('phone', 'tablet', 'computer', 'watch', 'console'))));--> statement-breakpoint
-- HAND-WRITTEN: who waived, and why.
UPDATE "units" SET "waived_by_id" = waived.actor_id, "waive_reason" = waived.reason FROM (
  SELECT DISTINCT ON (unit_id) unit_id, actor_id, reason FROM unit_events
  WHERE (kind = 'moved' AND from_state = 'bench' AND to_state = 'ready')
    OR (kind = 'edited' AND reason = 'Condition changed by hand')
  ORDER BY unit_id, created_at DESC, id DESC) waived
WHERE "units"."gate" = 'waived' AND waived.unit_id = "units"."id";
