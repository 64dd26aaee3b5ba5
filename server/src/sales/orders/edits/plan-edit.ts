import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import {
  type DiscountTerms,
  type PricedLine,
  type Quote,
  quote,
  type Rates,
  spreadDiscount,
} from '@reprise/contract/orders/pricing';
import { Problem } from '@reprise/contract/problem';
import type { EditChange, OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import { outOfStock } from '../../../catalog/products/stock/change-stock.ts';
import type { ReadForEdit } from '../../../orders/edits/read-for-edit.ts';
import { unitCostOf } from '../../../orders/order-batcher/build-order.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { discountable } from '../../discounts/find-discount.ts';
import type { ItemRow, OrderRow } from '../orders.queries.ts';

/** An edit, computed but not stored. */
export type EditPlan = {
  totals: Quote;
  /** Rates that the order follows from now on. */
  rates: Rates;
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
export function planEdit(order: OrderRow, edit: OrderEdit, read: ReadForEdit): EditPlan {
  const before = new Map(read.items.map((item) => [item.productId, item]));
  const lines = planItems(order, edit, read, before);
  const kept = new Set(lines.map(({ item }) => item.productId));
  const removed = read.items.filter(({ productId }) => !kept.has(productId));
  assertRefundedStay(before, lines, removed);
  const positioned = withPositions(lines, read.items.length);
  const rates = ratesOf(order, read.rates);
  const code = read.discount;
  const priced = discountable(
    positioned.map(({ productId, unitPriceCents, quantity }) => ({
      productId,
      price: unitPriceCents,
      quantity,
    })),
    ({ productId }) => productId,
    code,
  );
  const byRule = quote(priced, rates, edit.shippingMethod, code?.terms);
  const charge = edit.shipping ?? byRule.shipping;
  const contents = itemChanges(before, positioned, removed);
  const isSame =
    contents.length === 0 && edit.shippingMethod === order.shippingMethod && charge === order.shippingCents;
  // The rounding of an order that is older than its stored tax rate cannot be repeated.
  const totals = isSame ? totalsOf(order) : quoteCharged(priced, rates, charge, edit, code?.terms);
  if (totals.total === 0 && order.totalCents > 0) {
    throw invalid('items', 'The new total is $0.00. Cancel the order instead.');
  }
  const items = isSame || !code ? positioned : withShares(positioned, priced, totals.discount);
  const stock = stockOf(before, items, removed);
  assertInStock(stock, read);
  const isShippingSet = charge !== byRule.shipping && charge !== order.shippingCents;
  return {
    totals,
    rates,
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
      ...changed('Shipping method', methodLabels[order.shippingMethod], methodLabels[edit.shippingMethod]),
      ...changed('Shipping', formatMoney(order.shippingCents), formatMoney(totals.shipping)),
      ...changed('Tax', formatMoney(order.taxCents), formatMoney(totals.tax)),
      ...changed('Total', formatMoney(order.totalCents), formatMoney(totals.total)),
    ],
    itemChanges: contents,
    addressChanges: addressChanges(order, edit.shippingAddress),
    isPriceSet: isShippingSet || lines.some((line) => line.isPriceSet),
  };
}

const editedFields = ['quantity', 'unitPriceCents', 'discountCents'] as const;

/** Quotes the order with this shipping charge, which a code for free shipping does not lower again. */
function quoteCharged(
  priced: PricedLine[],
  rates: Rates,
  charge: Cents,
  { shippingMethod }: OrderEdit,
  terms: DiscountTerms | undefined,
): Quote {
  const onItems = terms?.type === 'free-shipping' ? undefined : terms;
  return quote(priced, withShipping(rates, charge), shippingMethod, onItems);
}

function withShares(items: ItemRow[], priced: PricedLine[], discount: Cents): ItemRow[] {
  const shares = spreadDiscount(priced, discount);
  return items.map((item, index) => ({ ...item, discountCents: shares[index] ?? null }));
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
    if (!found && quantity > (existing?.quantity ?? 0)) throw notSold(productId, existing);
    const item = existing ?? addedItem(order.id, productId, found);
    const price = prices.get(productId) ?? item.unitPriceCents;
    return {
      item: { ...item, quantity, unitPriceCents: price },
      isNew: existing === undefined,
      isPriceSet: price !== item.unitPriceCents,
    };
  });
}

function addedItem(orderId: string, productId: string, product: ReturnType<ReadForEdit['products']['get']>) {
  if (!product) throw notSold(productId, undefined);
  return {
    id: newId('oit'),
    orderId,
    position: 0,
    productId,
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    sku: product.sku,
    image: product.image ?? '',
    categoryName: product.categoryName,
    condition: product.condition,
    unitPriceCents: product.price,
    quantity: 0,
    discountCents: null,
    refundedQuantity: 0,
    returnedQuantity: 0,
    shortQuantity: 0,
    tracking: product.tracking,
    unitCostCents: unitCostOf(product),
  };
}

function notSold(productId: string, existing: ItemRow | undefined): Problem {
  const message = existing
    ? `${existing.name} is no longer sold, so its quantity can only be lowered.`
    : 'This product is no longer sold. Remove it from the order.';
  return new Problem('PRODUCT_UNAVAILABLE', message, {
    details: { items: [{ product: productId, available: 0 }] },
  });
}

/** Throws when refunded units would leave the order: lowering the total would return their money twice. */
function assertRefundedStay(before: Map<string, ItemRow>, lines: PlannedLine[], removed: ItemRow[]): void {
  const after = [...lines.map(({ item }) => item), ...removed.map((item) => ({ ...item, quantity: 0 }))];
  for (const { productId, quantity, name } of after) {
    const refunded = before.get(productId)?.refundedQuantity ?? 0;
    if (quantity >= refunded) continue;
    throw invalid('items', `${refunded} of ${name} were refunded: keep at least ${refunded} in the order.`);
  }
}

/** Returns the rates of the day the order was placed; for orders placed before they were stored, its charge. */
function ratesOf(order: OrderRow, current: Rates): Rates {
  const { freeShippingThresholdCents: threshold, standardShippingCents, expressShippingCents } = order;
  const pricesIncludeTax = order.taxIncluded;
  const taxBasisPoints = order.taxRateTenths === null ? current.taxBasisPoints : order.taxRateTenths / 10;
  if (threshold !== null && standardShippingCents !== null && expressShippingCents !== null) {
    return {
      freeShippingThreshold: threshold,
      standardShippingRate: standardShippingCents,
      expressShippingRate: expressShippingCents,
      taxBasisPoints,
      pricesIncludeTax,
    };
  }
  const charged =
    order.shippingMethod === 'express'
      ? { expressShippingRate: order.shippingCents }
      : { standardShippingRate: order.shippingCents, freeShippingThreshold: neverFree };
  return { ...current, ...charged, taxBasisPoints, pricesIncludeTax };
}

/** Above every subtotal. */
const neverFree = cents(Number.MAX_SAFE_INTEGER);

function withShipping(rates: Rates, charge: Cents): Rates {
  return {
    ...rates,
    freeShippingThreshold: neverFree,
    standardShippingRate: charge,
    expressShippingRate: charge,
  };
}

function stockOf(before: Map<string, ItemRow>, items: ItemRow[], removed: ItemRow[]): EditPlan['stock'] {
  const changes = items.map(({ productId, quantity }) => ({
    productId,
    change: (before.get(productId)?.quantity ?? 0) - quantity,
  }));
  const returned = removed.map(({ productId, quantity }) => ({ productId, change: quantity }));
  return [...changes, ...returned].filter(({ change }) => change !== 0);
}

const methodLabels = { standard: 'Standard', express: 'Express' };

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
