import { type Condition, conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { Problem } from '@reprise/contract/problem';
import { maxTrackedDevices } from '@reprise/contract/workshop/units/tracking';
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { DeviceCounts } from '../../catalog/products/stock/device-counts.ts';
import type { Actor } from '../../foundations/audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { drawUnitNumbers } from './draw-unit-numbers.ts';
import { findOwnCodes } from './model-codes.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { shiftUnits, type UnitRow } from './shift-units.ts';
import { unitIdentifiers, units } from './units.tables.ts';
import { invalidateChoices } from './units.tags.ts';

const conditionByHand = 'Condition changed by hand';

/** Reason in the history of devices that a count by hand added or took off sale. */
const countedByHand = 'Counted by hand';

export const deviceCounts: DeviceCounts = {
  countByHand: async (tx, productId, change, { actorId, now, note }) => {
    const counting = { actorId, now, reason: note === '' ? countedByHand : `${countedByHand}: ${note}` };
    if (change > 0) await addCounted(tx, productId, change, counting);
    else await takeCounted(tx, productId, -change, counting);
  },
  releaseProduct: async (tx, productId, by) => {
    const listed = await tx.select().from(units).where(isListed(productId)).for('no key update');
    await shiftUnits(tx, listed, { to: 'ready', productId: null, reason: 'The product was deleted' }, by);
  },
  takeCondition,
  findOwnCodes,
};

/**
 * Gives graded devices on sale and packed ones the condition of their product. They count as waived,
 * because their grade says otherwise.
 */
async function takeCondition(tx: Tx, productId: string, condition: Condition, by: Actor): Promise<void> {
  const others = and(
    eq(units.productId, productId),
    inArray(units.state, ['listed', 'allocated']),
    ne(units.condition, condition),
  );
  const locked = await tx.select().from(units).where(others).orderBy(asc(units.id)).for('no key update');
  if (locked.length === 0) return;
  const ids = locked.map(({ id }) => id);
  await tx
    .update(units)
    .set({
      condition,
      gate: 'waived',
      waivedById: by.actorId,
      waiveReason: conditionByHand,
      version: sql`${units.version} + 1`,
      updatedAt: by.now,
    })
    .where(inArray(units.id, ids));
  const detail = `condition ${conditionLabels[condition]}`;
  const events = ids.map((unitId) => ({
    unitId,
    kind: 'edited' as const,
    detail,
    reason: conditionByHand,
  }));
  await recordUnitEvents(tx, events, by);
  invalidateChoices(tx, [productId]);
}

/** Same, with the condition that the product has: for devices that come back on sale without a look at their grade. */
export async function takeConditionOfProduct(tx: Tx, productId: string, by: Actor): Promise<void> {
  const [product] = await tx
    .select({ condition: products.condition })
    .from(products)
    .where(eq(products.id, productId));
  if (product) await takeCondition(tx, productId, product.condition, by);
}

type Counting = Actor & { reason: string };

const isListed = (productId: string) => and(eq(units.productId, productId), eq(units.state, 'listed'));

/** SQL: no number of its maker is recorded. */
export const hasNoNumber: SQL = sql`not exists (
  select from ${unitIdentifiers} where unit_id = ${units.id} and active)`;

/** Puts devices without a number back on sale that an earlier count took off, then adds new ones. */
async function addCounted(tx: Tx, productId: string, count: number, counting: Counting): Promise<void> {
  const { reason } = counting;
  const waiting = await tx
    .select()
    .from(units)
    .where(and(eq(units.productId, productId), eq(units.state, 'ready'), hasNoNumber))
    .orderBy(asc(units.stateSince), asc(units.id))
    .limit(count)
    .for('no key update');
  await shiftUnits(tx, waiting, { to: 'listed', reason }, counting);
  await takeConditionOfProduct(tx, productId, counting);
  await addDevices(tx, productId, count - waiting.length, counting);
}

/** Adds devices without a number on sale; throws when they are more than one call may add. */
export async function addDevices(
  tx: Tx,
  productId: string,
  count: number,
  { actorId, now, reason }: Counting,
): Promise<void> {
  if (count <= 0) return;
  if (count > maxTrackedDevices) {
    throw new Problem(
      'SERIAL_TRACKED',
      `At most ${maxTrackedDevices} devices can be added at once to a product that is tracked by device.`,
    );
  }
  const [product] = await tx
    .select({ modelKey: products.modelKey })
    .from(products)
    .where(eq(products.id, productId));
  const modelKey = product?.modelKey;
  if (!modelKey) throw new Error(`The product ${productId} has no model.`);
  const numbers = await drawUnitNumbers(tx, count);
  for (let start = 0; start < count; start += chunk) {
    const added = numbers.slice(start, start + chunk).map((number) => ({
      id: newId('unt'),
      number,
      modelKey,
      productId,
      state: 'listed' as const,
      stateSince: now,
      listedAt: now,
      gate: 'unrecorded' as const,
      createdAt: now,
      updatedAt: now,
    }));
    await tx.insert(units).values(added);
    const events = added.map(({ id }) => ({
      unitId: id,
      kind: 'received' as const,
      to: 'listed' as const,
      reason,
    }));
    await recordUnitEvents(tx, events, { actorId, now });
  }
}

/** Rows of one insert: a statement takes at most 65,535 parameters. */
const chunk = 1000;

/** Takes devices off sale: those without a number first, then those listed last. */
async function takeCounted(tx: Tx, productId: string, count: number, counting: Counting): Promise<void> {
  const { reason } = counting;
  for (let rest = count; rest > 0; ) {
    // A packer may take one of them while this waits for its lock: the stock check has left enough for both.
    const taken: UnitRow[] = await tx
      .select()
      .from(units)
      .where(isListed(productId))
      .orderBy(sql`${hasNoNumber} desc`, desc(units.listedAt), desc(units.id))
      .limit(rest)
      .for('no key update');
    if (taken.length === 0) throw new Error(`The product ${productId} has fewer devices than its stock.`);
    await shiftUnits(tx, taken, { to: 'ready', reason }, counting);
    rest -= taken.length;
  }
}
