-- Rejects changes of recorded costs.
CREATE OR REPLACE FUNCTION reject_cost_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Costs are append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER unit_costs_append_only BEFORE UPDATE OR DELETE ON unit_costs
  FOR EACH ROW EXECUTE FUNCTION reject_cost_change();

CREATE OR REPLACE TRIGGER lot_costs_append_only BEFORE UPDATE OR DELETE ON lot_costs
  FOR EACH ROW EXECUTE FUNCTION reject_cost_change();
