import { randomInt } from 'node:crypto';
import { newUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { units } from './units.tables.ts';

/**
 * Returns new unit numbers that no unit has. Among a million units, 10,000 numbers drawn at random meet a taken one in
 * three of ten draws.
 */
export async function drawUnitNumbers(
  db: Queryable,
  count: number,
  randomBelow: (limit: number) => number = randomInt,
): Promise<string[]> {
  const drawn = new Set<string>();
  while (drawn.size < count) {
    const fresh = new Set<string>();
    while (drawn.size + fresh.size < count) {
      const number = newUnitNumber(randomBelow);
      if (!drawn.has(number)) fresh.add(number);
    }
    const taken = await db
      .select({ number: units.number })
      .from(units)
      .where(inArray(units.number, [...fresh]));
    for (const { number } of taken) fresh.delete(number);
    for (const number of fresh) drawn.add(number);
  }
  return [...drawn];
}
