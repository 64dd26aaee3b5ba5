import { taxClasses } from '@reprise/contract/foundations/tax-classes';
import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { withStoreTaxOff } from '@reprise/contract/sales/orders/country-rates';
import type { OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import {
  basisPointsOf,
  type DiscountTerms,
  type PricedLine,
  type Rates,
  takeTaxOff,
  termsWithoutTax,
  withoutTax,
  withTax,
} from '@reprise/contract/sales/orders/pricing';
import { ratesIn, zoneOf } from '@reprise/contract/sales/orders/shipping/zones';
import { ratesAt, withoutTaxOf } from '@reprise/contract/sales/orders/tax';
import { exemptionOf } from '@reprise/contract/sales/orders/tax/exemption';
import { assertTaxedState } from '../addresses/assert-address.ts';
import { isAwaitingPayment } from '../amount-due.ts';
import type { ItemRow, OrderRow } from '../orders.queries.ts';
import { storedTaxOff, storedTaxRates, taxOffColumns, taxRatesOf } from '../tax/tax-columns.ts';
import type { ReadForEdit } from './read-for-edit.ts';

/** Rates that an edited order follows. */
export type EditedRates = {
  /** With the tax to take off, if the order is taxed again. */
  rates: Rates;
  /** True for an order that is not paid and goes to another place, or whose VAT number is not valid. */
  isTaxedAnew: boolean;
  /** True if shipping rates other than those of the placement count. */
  isRatedAnew: boolean;
  /** Columns that change with the tax. */
  columns: Partial<Pick<OrderRow, TaxOffColumn>>;
};
type TaxOffColumn =
  | ('taxOffTenths' | 'reducedTaxOffTenths')
  | ('exemption' | 'exemptionDecidedAt' | 'exemptionDecidedBy');

export function editedRates(order: OrderRow, edit: OrderEdit, read: ReadForEdit): EditedRates {
  const { country } = edit.shippingAddress;
  const isOtherZone = zoneOf(read.rates, order.country) !== zoneOf(read.rates, country);
  if (!isTaxedAnew(order, edit, read)) {
    const rates = ratesOf(order, read);
    return {
      rates: isOtherZone ? { ...ratesIn(read.rates, country), ...taxRatesOf(rates) } : rates,
      isTaxedAnew: false,
      isRatedAnew: isOtherZone,
      columns: {},
    };
  }
  const isExempt = isExemptAfter(order, edit, read);
  // The rates of its placement are stored without the tax.
  const hadTaxOff = order.taxOffTenths !== null;
  const before = hadTaxOff ? { ...read.rates, pricesIncludeTax: true } : ratesOf(order, read);
  const shipped =
    isOtherZone || hadTaxOff ? { ...ratesIn(read.rates, country), ...taxRatesOf(before) } : before;
  const atPlace = { ...shipped, ...placeRatesOf(before, read, edit) };
  const rates = isExempt ? withoutTaxOf(atPlace) : atPlace;
  const taxOff = taxOffColumns(rates);
  const kept = { exemptionDecidedAt: order.exemptionDecidedAt, exemptionDecidedBy: order.exemptionDecidedBy };
  return {
    rates,
    isTaxedAnew: true,
    isRatedAnew: isOtherZone || hadTaxOff || taxOff.taxOffTenths !== null,
    columns: {
      ...taxOff,
      exemption: isExempt ? (order.exemption ?? 'pending') : null,
      ...(isExempt ? kept : { exemptionDecidedAt: null, exemptionDecidedBy: null }),
    },
  };
}

/** Returns an edited order as it is charged, from the prices with tax where it is taxed again. */
export function chargedOf<L extends PricedLine>(
  order: OrderRow,
  { rates, isTaxedAnew, isRatedAnew }: EditedRates,
  { lines, terms: ofCode }: { lines: L[]; terms: DiscountTerms | undefined },
) {
  const taxOff = storedTaxOff(order);
  const highest = taxOff ? Math.max(0, ...lines.map(({ taxClass }) => basisPointsOf(taxOff, taxClass))) : 0;
  const terms = ofCode ?? termsOfDraft(order, highest);
  if (isTaxedAnew || !taxOff) return takeTaxOff({ lines, rates, terms });
  // Shipping rates of today have the tax; those of the placement are stored without it.
  const withTaxOff = { ...rates, taxOff, pricesIncludeTax: true };
  const charged = isRatedAnew ? takeTaxOff({ lines, rates: withTaxOff }).rates : rates;
  return { lines, rates: charged, terms: terms && termsWithoutTax(terms, highest) };
}

/** Returns the terms of a discount that a draft gave without a code, as an amount with the tax that was taken off. */
function termsOfDraft(
  { discountCents, discountCode }: OrderRow,
  basisPoints: number,
): DiscountTerms | undefined {
  if (discountCode !== null || discountCents === 0) return undefined;
  return { type: 'amount', amount: withTax(discountCents, basisPoints) };
}

/** Returns the item of a product at its price in this order. */
export function withPriceIn(order: OrderRow, item: ItemRow): ItemRow {
  const taxOff = storedTaxOff(order);
  if (!taxOff) return item;
  const { unitPriceCents: priceWithTaxCents } = item;
  const basisPoints = basisPointsOf(taxOff, item.taxClass ?? undefined);
  return { ...item, unitPriceCents: withoutTax(priceWithTaxCents, basisPoints), priceWithTaxCents };
}

/** Returns the price of an item that the edited order begins with: the one with tax if the order is taxed again. */
export function listedPrice(order: OrderRow, item: ItemRow, { isTaxedAnew }: EditedRates): Cents {
  const taxOff = storedTaxOff(order);
  if (!taxOff || !isTaxedAnew) return item.unitPriceCents;
  const basisPoints = basisPointsOf(taxOff, item.taxClass ?? undefined);
  return item.priceWithTaxCents ?? withTax(item.unitPriceCents, basisPoints);
}

/** Throws when a paid order without tax would go where it has tax. */
export function assertStaysExempt(order: OrderRow, edit: OrderEdit, read: ReadForEdit): void {
  if (isAwaitingPayment(order) || order.country === edit.shippingAddress.country) return;
  const hasNoTax =
    order.exemption !== null ? isExemptAfter(order, edit, read) : hasNoTaxAfter(order, edit, read);
  if (hasNoTax) return;
  const message =
    'This order was paid without tax, which it would have in this country. Cancel and refund it, then place a new one.';
  throw new Problem('VALIDATION_ERROR', message, {
    errors: [{ field: 'shippingAddress.country', message }],
  });
}

/** True for an order that had tax, and for one that the tax of the store was and will be taken off. */
function hasNoTaxAfter({ taxOffTenths }: OrderRow, edit: OrderEdit, read: ReadForEdit): boolean {
  return taxOffTenths === null || placeRatesOf(read.rates, read, edit).taxOff !== undefined;
}

function isExemptAfter({ billing }: OrderRow, edit: OrderEdit, { rates, isNumberInvalid }: ReadForEdit) {
  if (isNumberInvalid) return false;
  const { country } = edit.shippingAddress;
  const billedTo = billing?.address?.country ?? country;
  const business = { vatNumber: billing?.vatNumber, billedTo, country, method: edit.shippingMethod };
  return exemptionOf(rates, business) === 'exempt';
}

/** Returns the rates of the day the order was placed; for orders placed before they were stored, its charge. */
function ratesOf(order: OrderRow, read: ReadForEdit): Rates {
  const current = read.rates;
  const { freeShippingThresholdCents: threshold, standardShippingCents, expressShippingCents } = order;
  const taxes = storedTaxRates(order) ?? { ...taxRatesOf(current), pricesIncludeTax: order.taxIncluded };
  if (threshold !== null && standardShippingCents !== null && expressShippingCents !== null) {
    return {
      freeShippingThreshold: threshold,
      standardShippingRate: standardShippingCents,
      expressShippingRate: expressShippingCents,
      // Its charge depends on nothing that an edit changes.
      pickupRate: order.shippingCents,
      ...taxes,
    };
  }
  const charged =
    order.shippingMethod === 'express'
      ? { expressShippingRate: order.shippingCents }
      : { standardShippingRate: order.shippingCents, freeShippingThreshold: neverFree };
  return { ...current, ...charged, ...taxes };
}

const placeParts = ['country', 'state', 'zipCode', 'city'] as const;

/** The customer of an order that is not paid has not agreed to a total yet. */
function isTaxedAnew(order: OrderRow, { shippingAddress: address }: OrderEdit, read: ReadForEdit): boolean {
  if (!isAwaitingPayment(order)) return false;
  return read.isNumberInvalid || placeParts.some((part) => (address[part] ?? '') !== order[part]);
}

/** Returns what of the rates at the place of the edit decides the tax of an order with prices such as these. */
function placeRatesOf(
  { pricesIncludeTax }: Pick<Rates, 'pricesIncludeTax'>,
  { rates, basisPointsAtPlace }: Pick<ReadForEdit, 'rates' | 'basisPointsAtPlace'>,
  { shippingAddress: address }: OrderEdit,
) {
  if (basisPointsAtPlace === null) assertTaxedState(rates, address);
  const asked = basisPointsAtPlace !== null && {
    taxBasisPoints: basisPointsAtPlace,
    reducedBasisPoints: undefined,
  };
  const atPlace = withStoreTaxOff({ ...ratesAt(rates, address), ...asked, pricesIncludeTax });
  const { taxBasisPoints, reducedBasisPoints, taxOff } = atPlace;
  return { taxBasisPoints, reducedBasisPoints, ...(taxOff && { taxOff }) };
}

/** True if the rates of a class differ from those that the order has. */
export function isRetaxed(order: OrderRow, rates: Rates): boolean {
  const stored = storedTaxRates(order);
  if (stored === null) return false;
  return taxClasses.some((taxClass) => basisPointsOf(stored, taxClass) !== basisPointsOf(rates, taxClass));
}

/** Above every subtotal. */
const neverFree = cents(Number.MAX_SAFE_INTEGER);

/** Returns the rates with a shipping charge that was set by hand, for every method. */
export function withShipping<T extends Rates>(rates: T, charge: Cents): T {
  return {
    ...rates,
    freeShippingThreshold: neverFree,
    standardShippingRate: charge,
    expressShippingRate: charge,
    pickupRate: charge,
  };
}
