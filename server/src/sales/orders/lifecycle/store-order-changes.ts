import { getTableColumns, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';

/** Columns of an order that its payment, its parcel or a step of its status changes. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'status'
    | 'paymentStatus'
    | 'paymentMethod'
    | 'isTestPaid'
    | 'dueCents'
    | 'reservedUntil'
    | 'reservationReleasedAt'
    | 'estimatedDelivery'
    | 'latestDelivery'
    | 'carrier'
    | 'trackingNumber'
    | 'predatesInvoices'
  >
>;

type ChangeOfOrder = { orderId: string; change: OrderChange; now: Date };

const columns = getTableColumns(orders);

/** Stores changes of locked orders, one statement for those that change the same columns. */
export async function storeOrderChanges(tx: Tx, changes: ChangeOfOrder[]): Promise<void> {
  const alike = Map.groupBy(changes, ({ change }) => Object.keys(change).sort().join(' '));
  for (const group of alike.values()) await storeAlike(tx, group);
}

async function storeAlike(tx: Tx, changes: ChangeOfOrder[]): Promise<void> {
  const rows = changes.map(({ orderId, change, now }) => ({
    id: orderId,
    changed: namedCells({ ...change, updatedAt: now }),
  }));
  const names = Object.keys(rows[0]?.changed ?? {}).map((name) => sql.identifier(name));
  const set = names.map((name) => sql`${name} = changed.${name}`);
  const records = JSON.stringify(rows.map(({ id, changed }) => ({ id, ...changed })));
  await tx.execute(sql`
    update ${orders} set ${sql.join(set, sql`, `)}
    from json_populate_recordset(null::${orders}, ${records}::json) changed
    where ${orders.id} = changed.id`);
}

/** Returns the cells by the names of their columns in the database. */
function namedCells(change: Partial<OrderRow>): Record<string, unknown> {
  const cells = Object.entries(change) as [keyof OrderRow, unknown][];
  return Object.fromEntries(cells.map(([key, value]) => [columns[key].name, value]));
}
