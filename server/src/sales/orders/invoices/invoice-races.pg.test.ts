import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { openOrderShop } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { invoices } from './invoices.tables.ts';

// Races for the counter, which need several database connections.

const shop = await openOrderShop(await openTestDatabase());
const { call, deps } = shop;

test('draws each number once, without a gap, while payments, refunds and edits race', async () => {
  const editing = await openEditing(shop, 1000);
  const { admin: caller, placed } = editing;
  await updateSettings(deps, { invoicePrefix: 'R-' }, null);
  const placements = await Promise.all(Array.from({ length: 30 }, placed));
  const record = (id: string) =>
    call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller });
  // One of the two calls of an order is rejected and its transaction rolled back.
  const outcomes = await Promise.allSettled(placements.flatMap(({ id }) => [record(id), record(id)]));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  await Promise.all(
    placements.map((order, index) =>
      index % 2 === 0 ? editing.refund(order, 5) : editing.edit(order, { [editing.phone]: 1 }),
    ),
  );
  const rows = await deps.db
    .select({ sequence: invoices.sequence })
    .from(invoices)
    .where(eq(invoices.prefix, 'R-'))
    .orderBy(asc(invoices.sequence));
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 75 }, (_, index) => index + 1));
  await shop.expectIntegrity();
});
