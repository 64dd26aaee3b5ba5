import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../test/test-database.ts';
import { compareFunctions, statementsOf } from './compare-functions.ts';
import { readFunctionSources } from './function-sources.ts';

const sources = readFunctionSources();
const database = await openTestDatabase();

test('the database has the functions and triggers of the sources and no others', async () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(await compareFunctions(database, sources), 'run `npm run migrations`').toEqual({
    changed: [],
    unknown: [],
  });
});

test('a change of a function or trigger in the database is seen and reverted', async () => {
  const { db } = database;
  const changed = sources.filter(({ name }) =>
    ['is_paid_sale', 'units_moves', 'invoices_frozen'].includes(name),
  );
  for (const statement of [
    `create or replace function is_paid_sale(status text, payment_status text, return_id text) returns boolean
      language sql immutable as 'select true'`,
    'drop trigger units_moves on units',
    'alter table invoices disable trigger invoices_frozen',
    'create function is_paid_sale(status text) returns boolean language sql immutable as $$ select true $$',
    'create trigger a_second before insert on units for each row execute function reject_unit_move()',
  ]) {
    await db.execute(sql.raw(statement));
  }
  const difference = await compareFunctions(database, sources);
  expect(difference).toEqual({
    changed,
    unknown: ['function is_paid_sale(text)', 'trigger a_second on units'],
  });

  for (const statement of statementsOf(difference)) await db.execute(sql.raw(statement));
  expect(await compareFunctions(database, sources)).toEqual({ changed: [], unknown: [] });
});
