import { type SQL, sql } from 'drizzle-orm';

/** Selects the rows of each violated invariant of devices that no constraint covers. */
export const deviceViolations: Record<string, SQL> = {
  'a device is ready or on sale although a check of it is blocked': sql`
    select u.id, c.kind as have from units u
    cross join lateral (
      select distinct on (kind) kind, result from unit_checks
      where unit_id = u.id and intake = u.intake order by kind, created_at desc, id desc) c
    where u.state in ('ready', 'listed', 'allocated') and c.result = 'blocked'`,
  'a device passed the bench without a test or a grade': sql`
    select id, state as have from units
    where state in ('ready', 'listed', 'allocated') and gate = 'passed' and (tested_at is null or graded_at is null)`,
  'a ledger row of a device counts it more than once, or the device is unknown': sql`
    select m.id, m.unit_id as have from stock_movements m left join units u on u.id = m.unit_id
    where m.unit_id is not null and (u.id is null or abs(m.change) <> 1)`,
};
