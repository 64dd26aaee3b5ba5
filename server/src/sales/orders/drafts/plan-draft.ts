import type { Settings } from '@reprise/contract/foundations/settings';
import type { TaxClass } from '@reprise/contract/foundations/tax-classes';
import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { DraftInput } from '@reprise/contract/sales/orders/draft-orders';
import { quoteLines, takeTaxOff } from '@reprise/contract/sales/orders/pricing';
import { ratesAt, withoutTaxOf } from '@reprise/contract/sales/orders/tax';
import { withRatesOfToday } from '../../../foundations/settings/rates-of-today.ts';
import { toStoredBilling } from '../customers/stored-billing.ts';
import { withShipping } from '../edits/edit-rates.ts';
import { assertShippingRatesOrCharge } from '../placement/assert-shipping-rates.ts';
import { assertDeliverable, atCounter } from '../shipping/pickup.ts';
import { isExemptOrder } from '../tax/exempt-orders.ts';
import { lineTaxColumns, taxColumns, taxOffColumns } from '../tax/tax-columns.ts';
import type { DraftLine, DraftRow } from './draft-orders.tables.ts';

/** Product on sale that a draft may name. */
type DraftProduct = { id: string; name: string; sku: string; price: Cents; taxClass: TaxClass };

type ReadForDraft = {
  products: Map<string, DraftProduct>;
  settings: Settings;
  before: DraftRow | undefined;
  now: Date;
};

type Planned = Omit<
  DraftRow,
  | ('id' | 'number' | 'version' | 'createdBy' | 'sentAt' | 'expiresAt' | 'cancelledAt' | 'orderId')
  | ('createdAt' | 'updatedAt' | 'customerId')
>;

/**
 * Computes the lines and amounts of a draft, and whether it has prices or charges that were set by hand and that the draft
 * did not have before. Pure.
 */
export function planDraft(
  requested: DraftInput,
  { products, settings, before, now }: ReadForDraft,
): { row: Planned; isPriceSet: boolean } {
  const input = atCounter(requested, settings);
  const lines = input.lines.map((line) => lineOf(line, products));
  assertOneLineEach(lines);
  const { shippingMethod, shipping = null, discount = cents(0) } = input;
  assertShippingRatesOrCharge(settings, shipping);
  assertDeliverable(settings, input);
  const listed = lines.map(({ priceCents: price, quantity, taxClass }) => ({ price, quantity, taxClass }));
  const isExempt = isExemptOrder(settings, input);
  const atPlace = ratesAt(withRatesOfToday(settings, now), input.shippingAddress);
  const rates = isExempt ? withoutTaxOf(atPlace) : atPlace;
  const charged = shipping === null ? rates : withShipping(rates, shipping);
  const terms = discount > 0 ? ({ type: 'amount', amount: discount } as const) : undefined;
  const totals = quoteLines(listed, charged, shippingMethod, terms);
  const taxOff = taxOffColumns(rates);
  const isTaxOff = taxOff.taxOffTenths !== null;
  const { lines: priced, rates: stored } = takeTaxOff({ lines: listed, rates });
  const entered = isTaxOff ? { discountCents: discount, shippingCents: shipping ?? cents(0) } : null;
  return {
    row: {
      lines: lines.map((line, index) => ({
        ...line,
        priceCents: priced[index]?.price ?? line.priceCents,
        ...(isTaxOff && { priceWithTaxCents: line.priceCents }),
        ...lineTaxColumns(totals.lines[index]),
      })),
      ...deliveryOf(input),
      subtotalCents: totals.subtotal,
      discountCents: totals.discount,
      shippingCents: totals.shipping,
      taxCents: totals.tax,
      totalCents: totals.total,
      ...taxColumns(stored, totals),
      ...taxOff,
      entered,
      isExempt,
      freeShippingThresholdCents: stored.freeShippingThreshold,
      standardShippingCents: stored.standardShippingRate,
      expressShippingCents: stored.expressShippingRate,
    },
    isPriceSet: isPriceSet(
      { lines, shipping, discount: isTaxOff ? discount : totals.discount },
      products,
      before,
    ),
  };
}

function deliveryOf({ shippingAddress: address, billing, shippingMethod, shipping = null }: DraftInput) {
  const isShippingSet = shipping !== null;
  return { address, email: address.email, billing: toStoredBilling(billing), shippingMethod, isShippingSet };
}

type Entered = { lines: DraftLine[]; shipping: Cents | null; discount: Cents };

/** True if a price, the charge or the discount was set by hand and the draft did not have it before. */
function isPriceSet(
  { lines, shipping, discount }: Entered,
  products: ReadForDraft['products'],
  before: DraftRow | undefined,
): boolean {
  const known = new Set((before?.lines ?? []).map(priceKeyOf));
  const isLineSet = lines.some((line) => {
    const listed = line.productId === null ? undefined : products.get(line.productId);
    return listed?.price !== line.priceCents && !known.has(priceKeyOf(line));
  });
  const had = before?.entered ?? before;
  const isChargeSet = shipping !== null && !(before?.isShippingSet && had?.shippingCents === shipping);
  const isDiscountSet = discount > 0 && had?.discountCents !== discount;
  return isLineSet || isChargeSet || isDiscountSet;
}

const priceKeyOf = ({ productId, name, priceCents, priceWithTaxCents = priceCents }: DraftLine) =>
  JSON.stringify([productId ?? name, priceWithTaxCents]);

function lineOf(line: DraftInput['lines'][number], products: ReadForDraft['products']): DraftLine {
  const { quantity, price: priceCents } = line;
  if ('name' in line) return { productId: null, name: line.name, sku: '', quantity, priceCents };
  const product = products.get(line.product);
  if (!product) {
    throw new Problem('PRODUCT_UNAVAILABLE', 'A product of the draft is no longer sold. Remove it.', {
      details: { items: [{ product: line.product, available: 0 }] },
    });
  }
  const { id: productId, name, sku, taxClass } = product;
  return { productId, name, sku, quantity, priceCents, taxClass };
}

/** Stock is taken by product. */
function assertOneLineEach(lines: DraftLine[]): void {
  const ids = lines.flatMap(({ productId }) => productId ?? []);
  if (new Set(ids).size === ids.length) return;
  const message = 'Each product can be on one line. Raise its quantity instead.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'lines', message }] });
}
