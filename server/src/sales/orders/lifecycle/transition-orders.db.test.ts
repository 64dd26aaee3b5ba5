import type { StatusChange } from '@reprise/contract/sales/orders/order';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { recordTestPayments } from '../../payments/record-test-payments.ts';
import { lockOrderRows, type OrderRow, readOrder } from '../orders.queries.ts';
import { changeLockedStatuses } from './change-status.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps, place, stockOf } = shop;

let admin: Caller;
let phone: string;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(20);
  return shop.expectIntegrity;
});

const changes: StatusChange[] = [
  { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z 999' },
  { status: 'shipped' },
  { status: 'cancelled' },
  { status: 'delivered', trackingNumber: '1Z 998' },
  { status: 'pending', carrier: 'DHL' },
];

/** Places an order for each change, one phone each, by customers of whom the first wants no delivery mails. */
async function placeAll(): Promise<string[]> {
  const ids: string[] = [];
  for (const _change of changes) {
    const caller = await shop.addUser();
    if (ids.length === 0)
      await db.update(users).set({ deliveryEmails: false }).where(eq(users.id, caller.userId));
    ids.push((await place(orderOf({ [phone]: 1 }), { caller })).order.id);
  }
  return ids;
}

async function withLocked<T>(ids: string[], work: (tx: Tx, orders: OrderRow[]) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const rows = await lockOrderRows(tx, ids);
    return work(
      tx,
      ids.flatMap((id) => rows.get(id) ?? []),
    );
  });
}

const changeTogether = (ids: string[], wanted: StatusChange[], now = deps.now()) =>
  withLocked(ids, (tx, rows) =>
    changeLockedStatuses(
      tx,
      { ...deps, refundApprovals: null },
      rows.map((order, index) => ({ order, change: wanted[index] as StatusChange, now })),
      admin,
    ),
  );

/** Returns what the order and its customer see, and what staff read about it, without ids. */
async function historyOf(id: string) {
  const { status, paymentStatus, carrier, trackingNumber, estimatedDelivery, latestDelivery, events } =
    await readOrder(db, id);
  const audits = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `order ${id}`));
  const mails = await db.execute<{ kind: string; byStaff: boolean }>(sql`
    select data ->> 'kind' as kind, (data -> 'byStaff')::bool as "byStaff"
    from (select payload::jsonb as data from job_outbox union all select data from pgboss.job) queued
    where data ->> 'kind' in ('order-shipped', 'order-delivered', 'order-cancelled') and data ->> 'orderId' = ${id} order by 1`);
  return {
    ...{ status, paymentStatus, carrier, trackingNumber, estimatedDelivery, latestDelivery },
    events: events.map(({ id: _id, ...event }) => event),
    audits: audits.map(({ action, before, after }) => ({ action, before, after })),
    mails: mails.rows,
  };
}

test('orders that change together end as orders that change one after the other', async () => {
  const [together, alone] = [await placeAll(), await placeAll()];
  await changeTogether(together, changes);
  for (const [index, id] of alone.entries())
    await call('changeOrderStatus', { params: { id }, body: changes[index] }, { caller: admin });
  for (const [index, id] of together.entries())
    expect(await historyOf(id)).toEqual(await historyOf(alone[index] as string));
  const mails = await Promise.all(together.map(async (id) => (await historyOf(id)).mails));
  expect(mails.map(([mail]) => mail?.kind)).toEqual([
    undefined,
    'order-shipped',
    'order-cancelled',
    'order-delivered',
    undefined,
  ]);
  expect(await stockOf(phone)).toBe(12);
});

test('each of the orders that change together gets its own time and its own parcel', async () => {
  const [first, second] = (await placeAll()) as [string, string];
  const hourLater = new Date(deps.now().getTime() + 3_600_000);
  await withLocked([first, second], (tx, [one, other]) =>
    changeLockedStatuses(
      tx,
      { ...deps, refundApprovals: null },
      [
        { order: one as OrderRow, change: { status: 'shipped', trackingNumber: 'A' }, now: deps.now() },
        { order: other as OrderRow, change: { status: 'shipped', trackingNumber: 'B' }, now: hourLater },
      ],
      admin,
    ),
  );
  const [one, other] = [await readOrder(db, first), await readOrder(db, second)];
  expect([one.trackingNumber, other.trackingNumber]).toEqual(['A', 'B']);
  expect([one.events.at(-1)?.date, other.events.at(-1)?.date]).toEqual([
    deps.now().toISOString(),
    hourLater.toISOString(),
  ]);
  const changed = await withLocked([first, second], async (_tx, rows) => rows);
  expect(changed.map(({ updatedAt }) => updatedAt)).toEqual([deps.now(), hourLater]);
});

test('changes none of the orders if one of them may not change', async () => {
  const [first, second] = (await placeAll()) as [string, string];
  const wanted: StatusChange[] = [{ status: 'shipped' }, { status: 'shipped', itemsReturned: true }];
  expect(await codeOf(changeTogether([first, second], wanted))).toBe('VALIDATION_ERROR');
  expect((await readOrder(db, first)).status).toBe('pending');
});

test('payments of the past mark each order as paid and number its invoice', async () => {
  const ids = await placeAll();
  await withLocked(ids, (tx, rows) =>
    recordTestPayments(
      tx,
      deps,
      rows.map((order) => ({ order, settledAt: deps.now() })),
    ),
  );
  const numbers: string[] = [];
  for (const id of ids) {
    const { status, paymentStatus } = await readOrder(db, id);
    expect([status, paymentStatus]).toEqual(['processing', 'paid']);
    const { invoices } = await call('listOrderInvoices', { params: { id } }, { caller: admin });
    numbers.push(...invoices.map(({ number }: { number: string }) => number));
  }
  expect(numbers).toEqual(['TEST-1', 'TEST-2', 'TEST-3', 'TEST-4', 'TEST-5']);
});

test.each<[StatusChange['status'], StatusChange['status']]>([
  ['shipped', 'cancelled'],
  ['delivered', 'shipped'],
  ['cancelled', 'shipped'],
  ['shipped', 'shipped'],
])('a page that saw an order before it was %s does not set it to %s', async (status, wanted) => {
  const { order } = await place(orderOf({ [phone]: 1 }));
  const set = (body: StatusChange) =>
    call('changeOrderStatus', { params: { id: order.id }, body }, { caller: admin });
  await set({ status });
  expect(await codeOf(set({ status: wanted, seenStatus: 'pending' }))).toBe('EDIT_CONFLICT');
  expect((await readOrder(db, order.id)).status).toBe(status);
  await set({ status: wanted, seenStatus: status });
});
