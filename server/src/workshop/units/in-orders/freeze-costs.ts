import type { OrderCosts } from '@reprise/contract/sales/orders/order-costs';
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { orderItems } from '../../../sales/orders/orders.tables.ts';
import { cogsAdjustments, orderItemUnits, unitCosts, units } from '../units.tables.ts';

const isBound = (unitIds: readonly string[]) =>
  and(inArray(orderItemUnits.unitId, [...unitIds]), isNull(orderItemUnits.endedAt));

/** Freezes what units cost as they leave with their orders; null for one whose purchase is not known. */
export async function freezeCosts(tx: Tx, unitIds: readonly string[], now: Date): Promise<void> {
  if (unitIds.length === 0) return;
  const cogsCents = sql`(select case when ${units.purchaseCents} is not null then ${units.costCents} end
    from ${units} where ${units.id} = ${orderItemUnits.unitId})`;
  await tx.update(orderItemUnits).set({ shippedAt: now, cogsCents }).where(isBound(unitIds));
}

/** Forgets frozen costs of units that have not left after all. */
export async function unfreezeCosts(tx: Tx, unitIds: readonly string[]): Promise<void> {
  if (unitIds.length === 0) return;
  const cleared = await tx
    .update(orderItemUnits)
    .set({ shippedAt: null, cogsCents: null })
    .where(and(isBound(unitIds), isNotNull(orderItemUnits.shippedAt)))
    .returning({ id: orderItemUnits.id });
  const ids = cleared.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(cogsAdjustments).where(inArray(cogsAdjustments.bindingId, ids));
}

/** SQL: what later costs have added to the frozen ones; null without any. */
const adjusted = sql`(select sum(a.amount_cents) from ${cogsAdjustments} a where a.binding_id = ${orderItemUnits.id})`;

/** SQL: what the unit cost when it left, with costs of its purchase that were booked since: repairs are no part. */
const costOfGoods: SQL = sql`(select coalesce(sum(c.amount_cents), 0) from ${unitCosts} c
  where c.unit_id = ${units.id} and (c.created_at <= ${orderItemUnits.shippedAt}
    or c.kind not in ('part', 'labor', 'service', 'write-down')))`;

/** Books beside frozen costs what the purchase of units that left turned out to cost since. */
export async function adjustFrozenCosts(tx: Tx, unitIds: readonly string[], now: Date): Promise<void> {
  if (unitIds.length === 0) return;
  const rows = await tx
    .select({
      bindingId: orderItemUnits.id,
      difference: sql<string>`${costOfGoods} - coalesce(${orderItemUnits.cogsCents}, 0) - coalesce(${adjusted}, 0)`,
      isUnknown: sql<boolean>`${orderItemUnits.cogsCents} is null and ${adjusted} is null`,
    })
    .from(orderItemUnits)
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(and(isBound(unitIds), isNotNull(orderItemUnits.shippedAt), isNotNull(units.purchaseCents)));
  const booked = rows
    .map(({ bindingId, difference, isUnknown }) => ({ bindingId, amount: Number(difference), isUnknown }))
    // An amount of 0 says that a cost that was not known is 0.
    .filter(({ amount, isUnknown }) => amount !== 0 || isUnknown);
  if (booked.length === 0) return;
  const values = JSON.stringify(
    booked.map(({ bindingId, amount }) => ({
      id: newId('cga'),
      binding_id: bindingId,
      amount_cents: amount,
    })),
  );
  await tx.execute(sql`insert into ${cogsAdjustments} (id, binding_id, amount_cents, created_at)
    select id, binding_id, amount_cents, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${values}::jsonb) as a (id text, binding_id text, amount_cents bigint)`);
}

/** Returns what the devices of an order cost when they left, and with later costs of their purchase. */
export async function readDeviceCosts(db: Queryable, orderId: string): Promise<OrderCosts['devices']> {
  const rows = await db
    .select({
      unit: units.number,
      product: orderItems.productId,
      shippedAt: orderItemUnits.shippedAt,
      frozen: orderItemUnits.cogsCents,
      cost: sql<string | null>`case when ${orderItemUnits.cogsCents} is null then ${adjusted}
        else ${orderItemUnits.cogsCents} + coalesce(${adjusted}, 0) end`,
    })
    .from(orderItemUnits)
    .innerJoin(orderItems, eq(orderItems.id, orderItemUnits.orderItemId))
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItemUnits.endedAt)))
    .orderBy(asc(orderItems.position), asc(orderItemUnits.assignedAt), asc(orderItemUnits.id));
  return rows.map(({ shippedAt, cost, ...row }) => ({
    ...row,
    shippedAt: shippedAt?.toISOString() ?? null,
    cost: cost === null ? null : (Number(cost) as OrderCosts['devices'][number]['cost']),
  }));
}
