-- A single statement cannot roll back: calling this function in it aborts it instead of committing.
CREATE FUNCTION "assert_no_conflict"("is_unchanged" boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF "is_unchanged" IS NOT TRUE THEN
    RAISE EXCEPTION 'concurrency conflict' USING ERRCODE = 'P0001';
  END IF;
  RETURN true;
END $$;
