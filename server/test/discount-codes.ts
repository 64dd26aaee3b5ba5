import { cents } from '@reprise/contract/money';
import type { DiscountInput } from '@reprise/contract/sales/discounts/discounts';
import { eq } from 'drizzle-orm';
import { discountCodes } from '../src/sales/discounts/discounts.tables.ts';
import { createDiscount } from '../src/sales/discounts/save-discount.ts';
import type { OrderShop } from './order-shop.ts';

/** $5.00 off everything, once the shop of the tests opens. */
export const someCode: DiscountInput = {
  code: 'SAVE5',
  type: 'amount',
  amount: cents(500),
  startsAt: '2026-11-01T00:00:00.000Z',
  oncePerCustomer: false,
  categories: [],
  conditions: [],
};

/** Adds discount codes to a shop and counts their uses. */
export async function openDiscounts({ deps, addUser }: Pick<OrderShop, 'deps' | 'addUser'>) {
  const { userId } = await addUser('admin');
  let codes = 0;
  const addCode = async (fields: Partial<DiscountInput> = {}) =>
    createDiscount(deps, { ...someCode, code: `CODE-${++codes}`, ...fields }, userId);
  const usesOf = async ({ id }: { id: string }) => {
    const [row] = await deps.db.select().from(discountCodes).where(eq(discountCodes.id, id));
    return row?.uses;
  };
  return { addCode, usesOf, adminId: userId };
}
