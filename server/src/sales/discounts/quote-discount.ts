import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { cents } from '@reprise/contract/money';
import type { discountEndpoints } from '@reprise/contract/sales/discounts/discounts';
import { quote } from '@reprise/contract/sales/orders/pricing';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { cartRates, checkLines } from '../cart/check-cart.ts';
import { assertUsable, discountable, findDiscount } from './find-discount.ts';

type QuoteDiscount = typeof discountEndpoints.quoteDiscount;

/** Returns the totals of a cart with a code. Takes no use; placing the order decides. */
export async function quoteDiscount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code, items, shippingMethod, country, email, replaces }: CallInput<QuoteDiscount>['body'],
  userId: string | null,
): Promise<CallOutput<QuoteDiscount>> {
  const available = (await checkLines(db, items)).filter((line) => line.available > 0);
  const request = {
    code,
    customer: { userId, email },
    productIds: available.map(({ productId }) => productId),
    replacedOrderId: replaces,
  };
  const applied = assertUsable(await findDiscount(db, request), now());
  const priced = discountable(
    available.map((line) => ({
      productId: line.productId,
      price: line.product?.price ?? cents(0),
      taxClass: line.product?.taxClass,
      quantity: line.available,
    })),
    ({ productId }) => productId,
    applied,
  );
  const { type, amountCents, percent } = applied.row;
  const rates = cartRates(await readSettings(db), { shippingMethod, country }, now());
  return {
    discount: {
      code: applied.row.code,
      type,
      amount: amountCents,
      percent,
      products: [...applied.productIds],
    },
    figures: quote(priced, rates, shippingMethod, applied.terms),
  };
}
