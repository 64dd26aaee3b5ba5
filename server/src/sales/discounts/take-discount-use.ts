import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { discountCodes, discountUses } from './discounts.tables.ts';
import { type AppliedCode, assertUsable, type DiscountRequest, findDiscount } from './find-discount.ts';

/**
 * Takes a use in the transaction that places the order, and returns its code; undefined without one. Locks the code before
 * the products and reads it under the lock, so that two orders cannot take the last use or the only use of a customer.
 */
export async function takeDiscountUse(
  tx: Tx,
  { code, ...request }: Omit<DiscountRequest, 'code'> & { code: string | undefined },
  now: Date,
): Promise<AppliedCode | undefined> {
  if (code === undefined) return undefined;
  await tx
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(eq(discountCodes.code, code))
    .for('no key update');
  const applied = assertUsable(await findDiscount(tx, { code, ...request }), now);
  await changeUses(tx, applied.row.id, 1);
  return applied;
}

/** Stores the use of an order that the same transaction has stored. */
export async function storeDiscountUse(
  tx: Tx,
  orderId: string,
  { row: { id: codeId, type, amountCents, percent, categoryIds, conditions } }: AppliedCode,
  now: Date,
): Promise<void> {
  const terms = { type, amountCents, percent, categoryIds, conditions };
  await tx.insert(discountUses).values({ orderId, codeId, ...terms, createdAt: now });
}

/**
 * Gives the use of a cancelled order back, or takes it again for a reopened one. A reopened order keeps its price, so
 * it is never refused, even if the limit has been reached since.
 */
export async function moveDiscountUse(
  tx: Tx,
  { id, discountCode }: { id: string; discountCode: string | null },
  change: 1 | -1,
): Promise<void> {
  if (discountCode === null) return;
  const [use] = await tx
    .select({ codeId: discountUses.codeId })
    .from(discountUses)
    .where(eq(discountUses.orderId, id));
  if (use) await changeUses(tx, use.codeId, change);
}

async function changeUses(tx: Tx, codeId: string, change: 1 | -1): Promise<void> {
  await tx
    .update(discountCodes)
    // A use is no edit of the code.
    .set({ uses: sql`${discountCodes.uses} + ${change}`, updatedAt: sql`${discountCodes.updatedAt}` })
    .where(eq(discountCodes.id, codeId));
}
