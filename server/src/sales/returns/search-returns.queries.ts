import { eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { findUnitIds } from '../../workshop/units/unit-list.queries.ts';
import { orderItemUnits } from '../../workshop/units/units.tables.ts';
import { matching } from '../orders/admin-order-list.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { returnLines, returns } from './returns.tables.ts';

/** Maximum number of orders, and of cases of a device, that a search names. */
const maxFound = 10_000;

/**
 * SQL: the case has this number or tracking number, or a device with this number, or is of an order that the search of
 * orders finds. Without `customers.read` it does not match email addresses, since a match would reveal them.
 */
export async function matchesReturn(db: Queryable, search: string, ignoresEmail: boolean): Promise<SQL> {
  const number = search.replace(/[\s-]/g, '').toUpperCase().replace(/^RMA/, '');
  const hasReturn = sql`exists (select from ${returns} r where r.order_id = ${orders.id})`;
  const where = await matching(db, { search, ignoresEmail, conditions: [hasReturn] });
  const found = db.select({ id: orders.id }).from(orders).where(where).limit(maxFound);
  const byDevice = await findCasesOfDevices(db, search);
  // As arrays, so that each condition is one of this table and has its index.
  const matches = [
    eq(returns.number, `RMA-${number}`),
    eq(returns.trackingNumber, search.trim()),
    sql`${returns.orderId} = any(array(${found}))`,
    ...(byDevice.length > 0 ? [inArray(returns.id, byDevice)] : []),
  ];
  return or(...matches) as SQL;
}

/** Returns the cases of devices with this number: what was sent, also where it left without a scan. */
async function findCasesOfDevices(db: Queryable, search: string): Promise<string[]> {
  const unitIds = await findUnitIds(db, search);
  if (unitIds.length === 0) return [];
  const matches = await db
    .selectDistinct({ id: returnLines.returnId })
    .from(returnLines)
    .innerJoin(orderItemUnits, eq(orderItemUnits.id, returnLines.bindingId))
    .where(inArray(orderItemUnits.unitId, unitIds))
    .limit(maxFound);
  return matches.map(({ id }) => id);
}
