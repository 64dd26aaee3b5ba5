DROP INDEX "units_of_model";--> statement-breakpoint
CREATE INDEX "units_of_model" ON "units" USING btree ("model_key","state","state_since","id");