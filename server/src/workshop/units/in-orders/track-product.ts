import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { addDevices, hasNoNumber, takeConditionOfProduct } from '../count-devices.ts';
import { shiftUnits } from '../shift-units.ts';
import { units } from '../units.tables.ts';
import { endBindings } from './bindings.ts';

const ofProduct = (productId: string) => eq(units.productId, productId);

/** Puts as many devices of a locked product on sale as were counted: those of an earlier time first, then new ones. */
export async function startTracking(tx: Tx, productId: string, count: number, by: Actor): Promise<void> {
  const reason = 'Counted before';
  const earlier = await tx
    .select()
    .from(units)
    .where(and(ofProduct(productId), eq(units.state, 'gone'), eq(units.goneAs, 'untracked')))
    .orderBy(asc(units.stateSince), asc(units.id))
    .limit(count)
    .for('no key update');
  await shiftUnits(tx, earlier, { to: 'listed', reason }, by);
  await takeConditionOfProduct(tx, productId, by);
  await addDevices(tx, productId, count - earlier.length, { ...by, reason });
}

/** Ends the devices of a locked product that are on sale or packed: its stock is counted from now on. */
export async function stopTracking(tx: Tx, productId: string, by: Actor): Promise<void> {
  const ended = await tx
    .select()
    .from(units)
    .where(and(ofProduct(productId), inArray(units.state, ['listed', 'allocated'])))
    .orderBy(asc(units.id))
    .for('no key update');
  await endBindings(
    tx,
    ended.filter(({ state }) => state === 'allocated'),
    'released',
    by,
  );
  await shiftUnits(tx, ended, { to: 'gone', goneAs: 'untracked', reason: 'Counted from now on' }, by);
}

/** Counts the devices of a product: on sale, and those on sale or packed without a number of their maker. */
export async function countDevices(db: Queryable, productId: string) {
  const [row] = await db
    .select({
      listed: sql<number>`(count(*) filter (where ${units.state} = 'listed'))::int`,
      withoutNumber: sql<number>`(count(*) filter (where ${hasNoNumber}))::int`,
    })
    .from(units)
    .where(and(ofProduct(productId), inArray(units.state, ['listed', 'allocated'])));
  return row ?? { listed: 0, withoutNumber: 0 };
}
