ALTER TABLE "unit_tests" ADD COLUMN "tool" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_tests" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "unit_tests_of_tool" ON "unit_tests" USING btree ("tool","reference") WHERE "unit_tests"."tool" <> '';