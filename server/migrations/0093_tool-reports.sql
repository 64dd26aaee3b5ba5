CREATE TABLE "report_tools" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"columns" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tests" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"grades" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"date_order" text,
	"erasure_method" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"unit_id" text NOT NULL,
	"intake" integer NOT NULL,
	"tool" text NOT NULL,
	"reference" text NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"counts" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unit_wipes" ALTER COLUMN "category" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_checks" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "unit_gradings" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "unit_tests" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD COLUMN "media" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD COLUMN "began_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tool_reports" ADD CONSTRAINT "tool_reports_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_reports_once" ON "tool_reports" USING btree (lower("tool"),"reference");--> statement-breakpoint
CREATE INDEX "tool_reports_of_unit" ON "tool_reports" USING btree ("unit_id","created_at","id");--> statement-breakpoint
ALTER TABLE "unit_checks" ADD CONSTRAINT "unit_checks_report_id_tool_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."tool_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_gradings" ADD CONSTRAINT "unit_gradings_report_id_tool_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."tool_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_tests" ADD CONSTRAINT "unit_tests_report_id_tool_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."tool_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_wipes" ADD CONSTRAINT "unit_wipes_report_id_tool_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."tool_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE OR REPLACE TRIGGER tool_reports_append_only BEFORE UPDATE OR DELETE ON tool_reports
  FOR EACH ROW EXECUTE FUNCTION reject_unit_event_change();
