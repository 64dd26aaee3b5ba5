ALTER TABLE "users" ADD COLUMN "staff_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Administrators could do everything before there were roles.
UPDATE "users" SET "staff_roles" = '{owner}' WHERE "role" = 'admin';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff_roles" CHECK ("users"."staff_roles" <@ array['technician', 'packer', 'support', 'manager', 'owner']);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_admin_has_staff_role" CHECK (("users"."role" = 'admin') = (cardinality("users"."staff_roles") > 0));