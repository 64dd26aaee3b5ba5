import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { bindUnits } from '../in-orders/bindings.ts';
import type { UnitRow } from '../shift-units.ts';
import { orderItemUnits, units } from '../units.tables.ts';

/** Line of an order with the unit numbers that its buyer chose. */
export type ChosenLine = { itemId: string; productId: string; numbers: string[] };

type Taken = { product: string; number: string };

/**
 * Binds the devices that the buyer chose to the lines of a new order. Throws UNIT_TAKEN with those that are not on sale
 * under their product: of two buyers of one device the second waits for the lock, then gets this.
 */
export async function chooseUnits(tx: Tx, lines: ChosenLine[], by: Actor): Promise<void> {
  const numbers = lines.flatMap((line) => line.numbers);
  const byNumber = new Map((await lockByNumber(tx, numbers)).map((unit) => [unit.number, unit]));
  const taken: Taken[] = [];
  for (const { itemId, productId, numbers } of lines) {
    const chosen = numbers.flatMap((number) => {
      const unit = byNumber.get(number);
      const isOnShelf = unit?.state === 'listed' && unit.missingAt === null && unit.gate !== 'unrecorded';
      if (isOnShelf && unit.productId === productId) return [unit];
      taken.push({ product: productId, number });
      return [];
    });
    if (taken.length === 0) await bindUnits(tx, itemId, chosen, 'chosen', by);
  }
  if (taken.length > 0) throw unitTaken(taken);
}

/** Throws UNIT_TAKEN while the store does not let buyers choose; the browser then drops the choice. */
export async function assertChoiceOffered(tx: Tx, lines: ChosenLine[]): Promise<void> {
  const { unitChoice } = await readSettings(tx);
  if (unitChoice) return;
  const units = lines.flatMap(({ productId, numbers }) =>
    numbers.map((number) => ({ product: productId, number })),
  );
  const message = 'Devices can no longer be chosen one by one. Order without the choice; the price stays.';
  throw new Problem('UNIT_TAKEN', message, { details: { units } });
}

/**
 * Binds the devices again that the buyer of a reopened order had chosen. Throws UNIT_TAKEN if one of them is not on sale
 * any more.
 */
export async function chooseAgain(
  tx: Tx,
  lines: { itemId: string; productId: string }[],
  by: Actor,
): Promise<void> {
  if (lines.length === 0) return;
  const productOf = new Map(lines.map(({ itemId, productId }) => [itemId, productId]));
  const newest = await tx
    .selectDistinctOn([orderItemUnits.unitId], {
      itemId: orderItemUnits.orderItemId,
      endedAs: orderItemUnits.endedAs,
      number: units.number,
    })
    .from(orderItemUnits)
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(
      and(inArray(orderItemUnits.orderItemId, [...productOf.keys()]), eq(orderItemUnits.captured, 'chosen')),
    )
    .orderBy(orderItemUnits.unitId, desc(orderItemUnits.assignedAt), desc(orderItemUnits.endedAt));
  const cancelled = newest.filter(({ endedAs }) => endedAs === 'cancelled');
  const chosen = [...Map.groupBy(cancelled, ({ itemId }) => itemId)].map(([itemId, rows]) => ({
    itemId,
    productId: productOf.get(itemId) ?? '',
    numbers: rows.map(({ number }) => number),
  }));
  if (chosen.length === 0) return;
  try {
    await chooseUnits(tx, chosen, by);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UNIT_TAKEN') throw error;
    // Staff who reopen the order read it, not the buyer who chose.
    const message = 'A device that the buyer chose has been sold since. Place a new order with another one.';
    throw new Problem('UNIT_TAKEN', message, { details: error.details ?? {} });
  }
}

function lockByNumber(tx: Tx, numbers: string[]): Promise<UnitRow[]> {
  return tx
    .select()
    .from(units)
    .where(inArray(units.number, numbers))
    .orderBy(asc(units.id))
    .for('no key update');
}

function unitTaken(taken: Taken[]): Problem {
  const numbers = taken.map(({ number }) => number);
  const [only] = numbers;
  const message =
    numbers.length === 1
      ? `The device you chose, ${only}, has just been sold. Choose another.`
      : `These devices have just been sold: ${numbers.join(', ')}. Choose others.`;
  return new Problem('UNIT_TAKEN', message, { details: { units: taken } });
}
