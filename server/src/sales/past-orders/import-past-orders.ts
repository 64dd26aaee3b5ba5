import type { CheckedImport } from '@reprise/contract/foundations/checked-import';
import { maxPastOrderRows } from '@reprise/contract/sales/past-orders';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { type Effect, importChecked } from '../../foundations/spreadsheets/checked-import.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { UploadedFile } from '../../platform/http/endpoint.ts';
import { pastOrders } from './past-orders.tables.ts';
import { type ReadOrder, readOrderExport } from './read-order-export.ts';

/**
 * Says what a file would add or change, and does it if `isApplied`. An order is known by its shop and number; of one that
 * is known, the status and the refund follow the file. Throws VALIDATION_ERROR for a file that cannot be read.
 */
export async function importPastOrders(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actorId, ...input }: { file: UploadedFile; isApplied: boolean; actorId: string },
): Promise<CheckedImport> {
  const { timeZone } = await readSettings(db);
  return importChecked(
    { db },
    {
      ...input,
      maxRows: maxPastOrderRows,
      read: (names, rows) => readOrderExport(names, rows, timeZone),
      effectsOf,
      store: (tx, shop, orders) => store(tx, shop, orders, now()),
      audit: { actorId, action: 'import past orders', subject: 'orders of another shop' },
    },
  );
}

type Shop = CheckedImport['shop'];

async function effectsOf(db: Queryable, shop: Shop, orders: ReadOrder[]): Promise<Effect[]> {
  const { number, status, refundedCents } = pastOrders;
  const numbers = orders.map((order) => order.number);
  const known = await db
    .select({ number, status, refundedCents })
    .from(pastOrders)
    .where(and(eq(pastOrders.shop, shop), inArray(number, numbers)));
  const byNumber = new Map(known.map((row) => [row.number, row]));
  return orders.map((order) => {
    const before = byNumber.get(order.number);
    if (!before) return 'added';
    const isSame = before.status === order.status && before.refundedCents === order.refundedCents;
    return isSame ? 'same' : 'changed';
  });
}

/** Imports at once agree: the database tells what each of them added. */
async function store(tx: Tx, shop: Shop, orders: ReadOrder[], now: Date): Promise<Effect[]> {
  // In one order, so that two imports at once do not wait for each other.
  const sorted = orders.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  const stored = await tx
    .insert(pastOrders)
    .values(sorted.map((order) => ({ id: newId('past'), shop, importedAt: now, ...order })))
    .onConflictDoUpdate({
      target: [pastOrders.shop, pastOrders.number],
      set: { status: sql`excluded.status`, refundedCents: sql`excluded.refunded_cents` },
      setWhere: sql`${pastOrders.status} <> excluded.status or ${pastOrders.refundedCents} <> excluded.refunded_cents`,
    })
    // A row that was inserted has no earlier version.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  const same = Array<Effect>(orders.length - stored.length).fill('same');
  return [...stored.map(({ isNew }): Effect => (isNew ? 'added' : 'changed')), ...same];
}
