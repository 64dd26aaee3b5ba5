import type { Country } from '@reprise/contract/countries';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { EditChange, OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  type QuotedLines,
  quote,
  quoteLines,
  type Rates,
} from '@reprise/contract/sales/orders/pricing';
import { addressAtCounter, shippingMethodLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { zoneOf } from '@reprise/contract/sales/orders/shipping/zones';
import { outOfStock } from '../../../catalog/products/stock/change-stock.ts';
import { discountable } from '../../discounts/find-discount.ts';
import { assertShipsTo } from '../addresses/assert-address.ts';
import type { ItemRow, OrderRow } from '../orders.queries.ts';
import { newItem } from '../placement/ordered-products.queries.ts';
import { lineTaxColumns, taxColumns } from '../tax/tax-columns.ts';
import {
  assertStaysExempt,
  chargedOf,
  type EditedRates,
  editedRates,
  isRetaxed,
  listedPrice,
  withPriceIn,
  withShipping,
} from './edit-rates.ts';
import type { ReadForEdit } from './read-for-edit.ts';

/** An edit, computed but not stored. */
export type EditPlan = {
  totals: Quote;
  /** Columns of the tax; null if it stays as it is. */
  taxes: (ReturnType<typeof taxColumns> & Partial<OrderRow>) | null;
  /** Rates that the order follows from now on. */
  rates: Rates;
  /** True if the address is in another zone, whose rates and days count. */
  isOtherZone: boolean;
  /** True if shipping rates of today replace those of its placement. */
  isRatedAnew: boolean;
  shippingByRule: Cents;
  changed: ItemRow[];
  added: ItemRow[];
  removed: ItemRow[];
  /** Units taken from stock (below zero) and returned. */
  stock: { productId: string; change: number }[];
  address: OrderEdit['shippingAddress'];
  method: OrderEdit['shippingMethod'];
  changes: EditChange[];
  /** Those of the changes that are of items. */
  itemChanges: EditChange[];
  addressChanges: EditChange[];
  /** True if a price or the shipping charge was set by hand. */
  isPriceSet: boolean;
};

/** Computes what an edit does to a locked order. Pure. */
export function planEdit(order: OrderRow, requested: OrderEdit, read: ReadForEdit): EditPlan {
  const edit = whereCollected(order, requested);
  const { country } = edit.shippingAddress;
  if (country !== order.country) assertShipsTo(read, country);
  const before = new Map(read.items.map((item) => [item.productId, item]));
  const lines = planItems(order, edit, read, before);
  assertStaysExempt(order, edit, read);
  const kept = new Set(lines.map(({ item }) => item.productId));
  const removed = read.items.filter(({ productId }) => !kept.has(productId));
  assertRefundedStay(before, lines, removed);
  const positioned = withPositions(lines, read.items.length);
  const isOtherZone = zoneOf(read.rates, order.country) !== zoneOf(read.rates, country);
  const code = read.discount;
  const edited = editedRates(order, edit, read);
  const listed = discountable(
    positioned.map((item) => ({
      productId: item.productId,
      price: listedPrice(order, item, edited),
      quantity: item.quantity,
      ...(item.taxClass && { taxClass: item.taxClass }),
    })),
    ({ productId }) => productId,
    code,
  );
  const charged = { lines: listed, terms: code?.terms };
  const { lines: priced, rates, terms } = chargedOf(order, edited, charged);
  const repriced = withPrices(positioned, edited, { listed, priced });
  const byRule = quote(priced, rates, edit.shippingMethod, terms);
  const charge = edit.shipping ?? byRule.shipping;
  const contents = itemChanges(before, repriced, removed);
  const isSame =
    contents.length === 0 &&
    edit.shippingMethod === order.shippingMethod &&
    charge === order.shippingCents &&
    !isRetaxed(order, rates) &&
    (edited.columns.exemption === undefined || edited.columns.exemption === order.exemption);
  // The rounding of an order that is older than its stored tax rate cannot be repeated.
  const quoted = isSame ? null : quoteCharged(priced, rates, charge, edit, terms);
  const totals: Quote = quoted ?? totalsOf(order);
  const items = quoted ? withShares(repriced, quoted, terms !== undefined) : repriced;
  const stock = stockOf(before, items, removed);
  assertInStock(stock, read);
  const isShippingSet = charge !== byRule.shipping && charge !== order.shippingCents;
  return {
    totals,
    taxes: quoted && { ...taxColumns(rates, quoted), ...edited.columns },
    rates,
    isOtherZone,
    isRatedAnew: edited.isRatedAnew,
    shippingByRule: byRule.shipping,
    changed: items.filter((item) => {
      const was = before.get(item.productId);
      return was && editedFields.some((field) => was[field] !== item[field]);
    }),
    added: items.filter(({ productId }) => !before.has(productId)),
    removed,
    stock,
    address: edit.shippingAddress,
    method: edit.shippingMethod,
    changes: [
      ...contents,
      ...changed('Discount', formatMoney(order.discountCents), formatMoney(totals.discount)),
      ...changed(
        'Shipping method',
        shippingMethodLabels[order.shippingMethod],
        shippingMethodLabels[edit.shippingMethod],
      ),
      ...changed('Shipping', formatMoney(order.shippingCents), formatMoney(totals.shipping)),
      ...changed('Tax', formatMoney(order.taxCents), formatMoney(totals.tax)),
      ...changed('Total', formatMoney(order.totalCents), formatMoney(totals.total)),
    ],
    itemChanges: contents,
    addressChanges: addressChanges(order, edit.shippingAddress),
    isPriceSet: isShippingSet || lines.some((line) => line.isPriceSet),
  };
}

/** Returns the edit with the address of the counter, where an order that is collected stays. */
function whereCollected(order: OrderRow, edit: OrderEdit): OrderEdit {
  const isCollected = order.shippingMethod === 'pickup';
  if (isCollected !== (edit.shippingMethod === 'pickup'))
    throw invalid(
      'shippingMethod',
      isCollected
        ? 'This order is collected at the counter. To ship it, cancel it and place a new one.'
        : 'This order is shipped. To have it collected, cancel it and place a new one.',
    );
  if (!isCollected) return edit;
  const counter = { ...order, country: order.country as Country };
  return { ...edit, shippingAddress: addressAtCounter(edit.shippingAddress, counter) };
}

const editedFields = [
  ...(['quantity', 'unitPriceCents', 'priceWithTaxCents'] as const),
  ...(['discountCents', 'taxCents', 'taxRateTenths'] as const),
];

/** Quotes the order with this shipping charge, which a code for free shipping does not lower again. */
function quoteCharged(
  priced: PricedLine[],
  rates: Rates,
  charge: Cents,
  { shippingMethod }: OrderEdit,
  terms: DiscountTerms | undefined,
): QuotedLines {
  const onItems = terms?.type === 'free-shipping' ? undefined : terms;
  return quoteLines(priced, withShipping(rates, charge), shippingMethod, onItems);
}

function withShares(items: ItemRow[], { lines }: QuotedLines, isDiscounted: boolean): ItemRow[] {
  return items.map((item, index) => ({
    ...item,
    ...(isDiscounted && { discountCents: lines[index]?.discount ?? null }),
    ...lineTaxColumns(lines[index]),
  }));
}

function totalsOf({ subtotalCents, discountCents, shippingCents, taxCents, totalCents }: OrderRow): Quote {
  return {
    subtotal: subtotalCents,
    discount: discountCents,
    shipping: shippingCents,
    tax: taxCents,
    total: totalCents,
  };
}

/** Returns the items at the prices that are charged, with those that a tax was taken off. */
function withPrices(
  items: ItemRow[],
  { rates, isTaxedAnew }: EditedRates,
  { listed, priced }: { listed: PricedLine[]; priced: PricedLine[] },
): ItemRow[] {
  if (!isTaxedAnew) return items;
  const isTaxOff = rates.taxOff !== undefined && rates.pricesIncludeTax;
  return items.map((item, index) => ({
    ...item,
    unitPriceCents: priced[index]?.price ?? item.unitPriceCents,
    priceWithTaxCents: isTaxOff ? (listed[index]?.price ?? null) : null,
  }));
}

/** Returns the items with new ones after all others: positions of removed items are not used again. */
function withPositions(lines: PlannedLine[], count: number): ItemRow[] {
  let next = Math.max(count, ...lines.map(({ item }) => item.position + 1));
  return lines.map(({ item, isNew }) => (isNew ? { ...item, position: next++ } : item));
}

function assertInStock(stock: EditPlan['stock'], { products }: ReadForEdit): void {
  const short = stock.flatMap(({ productId, change }) => {
    const product = products.get(productId);
    return product && change < 0 && product.stockCount + change < 0
      ? [{ productId, name: product.name, available: product.stockCount }]
      : [];
  });
  if (short.length > 0) throw outOfStock(short);
}

type PlannedLine = { item: ItemRow; isNew: boolean; isPriceSet: boolean };

function planItems(
  order: OrderRow,
  edit: OrderEdit,
  { products }: ReadForEdit,
  before: Map<string, ItemRow>,
): PlannedLine[] {
  const prices = new Map(edit.prices?.map(({ product, price }) => [product, price]));
  const ids = edit.items.map(({ product }) => product);
  if (new Set(ids).size < ids.length) throw invalid('items', 'Each product can be in the order once.');
  const unknown = [...prices.keys()].filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw invalid('prices', 'A price is for a product that is not in the order.');
  return edit.items.map(({ product: productId, quantity }) => {
    const existing = before.get(productId);
    const found = products.get(productId);
    const item = existing ?? (found && withPriceIn(order, newItem(order.id, found)));
    if (!item || (!found && quantity > item.quantity)) throw notSold(productId, existing);
    const price = prices.get(productId) ?? item.unitPriceCents;
    return {
      item: {
        ...item,
        quantity,
        unitPriceCents: price,
        ...(price !== item.unitPriceCents && { priceWithTaxCents: null }),
      },
      isNew: existing === undefined,
      isPriceSet: price !== item.unitPriceCents,
    };
  });
}

function notSold(productId: string, existing: ItemRow | undefined): Problem {
  const message = existing
    ? `${existing.name} is no longer sold, so its quantity can only be lowered.`
    : 'This product is no longer sold. Remove it from the order.';
  return new Problem('PRODUCT_UNAVAILABLE', message, {
    details: { items: [{ product: productId, available: 0 }] },
  });
}

/**
 * Throws when refunded units would leave the order, or their price would change: a lower total would return their money
 * twice, and a higher one ask for money of units that went back.
 */
function assertRefundedStay(before: Map<string, ItemRow>, lines: PlannedLine[], removed: ItemRow[]): void {
  const after = [...lines.map(({ item }) => item), ...removed.map((item) => ({ ...item, quantity: 0 }))];
  for (const { productId, quantity, name } of after) {
    const refunded = before.get(productId)?.refundedQuantity ?? 0;
    if (quantity >= refunded) continue;
    throw invalid('items', `${refunded} of ${name} were refunded: keep at least ${refunded} in the order.`);
  }
  const repriced = lines.find(({ item, isPriceSet }) => isPriceSet && item.refundedQuantity > 0)?.item;
  if (!repriced) return;
  const { refundedQuantity, name } = repriced;
  throw invalid(
    'prices',
    `${refundedQuantity} of ${name} were refunded, so that its price stays. Refund an amount instead.`,
  );
}

function stockOf(before: Map<string, ItemRow>, items: ItemRow[], removed: ItemRow[]): EditPlan['stock'] {
  const changes = items.map(({ productId, quantity }) => ({
    productId,
    change: (before.get(productId)?.quantity ?? 0) - quantity,
  }));
  const returned = removed.map(({ productId, quantity }) => ({ productId, change: quantity }));
  return [...changes, ...returned].filter(({ change }) => change !== 0);
}

function itemChanges(before: Map<string, ItemRow>, items: ItemRow[], removed: ItemRow[]): EditChange[] {
  const textOf = (item: ItemRow | undefined) =>
    item ? `${item.quantity} × ${formatMoney(item.unitPriceCents)}` : null;
  const after = [...items, ...removed.map(({ productId, name }) => ({ productId, name, isRemoved: true }))];
  return after.flatMap((item) => {
    const was = textOf(before.get(item.productId));
    const is = 'isRemoved' in item ? null : textOf(item);
    return was === is ? [] : [{ label: item.name, before: was, after: is }];
  });
}

const addressLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  address2: 'Apartment, suite, etc.',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
} satisfies Record<keyof OrderEdit['shippingAddress'], string>;

function addressChanges(order: OrderRow, address: OrderEdit['shippingAddress']): EditChange[] {
  const fields = Object.keys(addressLabels) as (keyof typeof addressLabels)[];
  return fields.flatMap((field) => changed(addressLabels[field], order[field], address[field] ?? ''));
}

function changed(label: string, before: string, after: string): EditChange[] {
  return before === after ? [] : [{ label, before: before || null, after: after || null }];
}

function invalid(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
