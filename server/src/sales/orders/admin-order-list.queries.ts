import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { OrderSort } from '@reprise/contract/sales/orders/order-filters';
import {
  maxCountedOrders,
  maxSelectedOrders,
  type orderEndpoints,
} from '@reprise/contract/sales/orders/orders';
import { and, asc, desc, eq, gte, inArray, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { findProductIds } from '../../catalog/products/listing/admin-product-search.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { timeOf } from '../../foundations/settings/store-days.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  hasTrigram,
  maxRowsWithoutTrigrams,
  textContains,
  textMatches,
} from '../../platform/database/trigrams.ts';
import { findUnitIds } from '../../workshop/units/unit-list.queries.ts';
import { orderItemUnits } from '../../workshop/units/units.tables.ts';
import { amountDueOf } from './amount-due.ts';
import { readDevices } from './devices/ordered-devices.ts';
import { invoices } from './invoices/invoices.tables.ts';
import { countByStatus, devicesToScanOf, orderColumns, withDetails } from './orders.queries.ts';
import { orderItems, orders } from './orders.tables.ts';
import { findOrderIdsByParcel, isPartlySent } from './parcels/parcels.queries.ts';
import { exemptionOfRow } from './tax/exempt-orders.ts';

type Query = NonNullable<CallInput<typeof orderEndpoints.listAllOrders>['query']>;
type OrderList = CallOutput<typeof orderEndpoints.listAllOrders>;

/** Filters of the admin order list. */
export type OrderFilters = Pick<
  Query,
  'search' | 'status' | 'payment' | 'product' | 'country' | 'carrier' | 'from' | 'to'
> & {
  /** Conditions of other slices. */
  conditions?: SQL[];
  /** True if the search must not match email addresses and phone numbers. */
  ignoresEmail?: boolean;
};

/** Returns one page of the admin order list and the number of orders per status. */
export async function listAllOrders(db: Queryable, query: Query & OrderFilters): Promise<OrderList> {
  const { page, limit, offset } = pageOf(query);
  const where = await matching(db, query);
  const counts = await countByStatus(db);
  const { status = 'all' } = query;
  const isCounted = needsCounting(query) || status === 'partly-shipped';
  const total = isCounted ? await countBounded(db, where) : counts[status];
  const countedTotal = isCounted ? Math.min(total, maxCountedOrders) : total;
  // Rare matches: collect all, then sort, because scanning in sort order would read the whole index. Otherwise skip
  // rows within the index and read only the page's rows in full.
  const isRare = query.search !== undefined && total <= maxCountedOrders;
  const pageIds = db
    .select({ id: sql<string>`${orders.id}` })
    .from(
      isRare
        ? sql`(select * from ${orders} where ${where} limit ${maxCountedOrders}) orders`
        : sql`${orders}`,
    )
    .where(isRare ? undefined : where)
    .orderBy(...orderOf(query.sort))
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.id, pageIds))
    .orderBy(...orderOf(query.sort));
  return {
    orders: await withDetails(db, rows),
    pagination: paginationOf(page, limit, countedTotal),
    hasMore: total > countedTotal,
    counts,
  };
}

/** Returns the summaries of the listed orders in list order, up to the number that can be selected at once. */
export async function listOrderSummaries(
  db: Queryable,
  query: OrderFilters & Pick<Query, 'sort'>,
): Promise<CallOutput<typeof orderEndpoints.listOrderSummaries>> {
  const { id, orderNumber, status, paymentStatus, isTestPaid, totalCents, dueCents, version } = orders;
  const { firstName, lastName, city, shippingMethod, exemption, exemptionDecidedAt } = orders;
  const rows = await db
    .select({
      id,
      orderNumber,
      status,
      paymentStatus,
      isTestPaid,
      firstName,
      lastName,
      city,
      totalCents,
      dueCents,
      version,
      shippingMethod,
      exemption,
      exemptionDecidedAt,
      isPartlyShipped: sql<boolean>`${isPartlySent}`,
    })
    .from(orders)
    .where(await matching(db, query))
    .orderBy(...orderOf(query.sort))
    .limit(maxSelectedOrders + 1);
  const listed = rows.slice(0, maxSelectedOrders);
  const items = await readScannedItems(
    db,
    listed.map((order) => order.id),
  );
  const devicesOf = await readDevices(db, items);
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId);
  return {
    orders: listed.map(({ firstName, lastName, city, isPartlyShipped, ...row }) => {
      const { exemption, exemptionDecidedAt, ...order } = row;
      return {
        ...order,
        ...exemptionOfRow({ exemption, exemptionDecidedAt }),
        ...(order.version > 0 && { amountDue: amountDueOf(order) }),
        ...devicesToScanOf(order, itemsOf.get(order.id) ?? [], devicesOf),
        ...(isPartlyShipped && { isPartlyShipped: true as const }),
        shippingAddress: { name: `${firstName} ${lastName}`.trim(), city },
      };
    }),
    complete: rows.length <= maxSelectedOrders,
  };
}

/** Returns the items of orders that devices fill. */
async function readScannedItems(db: Queryable, orderIds: string[]) {
  if (orderIds.length === 0) return [];
  const { id, orderId, tracking, quantity, returnedQuantity, replacedQuantity, shortQuantity } = orderItems;
  return db
    .select({ id, orderId, tracking, quantity, returnedQuantity, replacedQuantity, shortQuantity })
    .from(orderItems)
    .where(and(inArray(orderItems.orderId, orderIds), eq(orderItems.tracking, 'serial')));
}

/** Returns true when a filter other than the status is set: `orderSums` already counts orders per status. */
function needsCounting({ conditions = [], ...filters }: OrderFilters): boolean {
  const { search, payment, product, country, carrier, from, to } = filters;
  const isSet = [search, payment, product, country, carrier, from, to].some((filter) => filter !== undefined);
  return isSet || conditions.length > 0;
}

async function countBounded(db: Queryable, where: SQL | undefined): Promise<number> {
  const bounded = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(where)
    .limit(maxCountedOrders + 1)
    .as('bounded');
  return db.$count(bounded);
}

/** Returns the condition of the list. */
export async function matching(
  db: Queryable,
  { ignoresEmail = false, conditions = [], ...filters }: OrderFilters,
): Promise<SQL | undefined> {
  const { search, status, payment, product, country, carrier, from, to } = filters;
  return and(
    search ? await matchesSearch(db, search, { ignoresEmail }) : undefined,
    status === 'partly-shipped' ? isPartlySent : status && eq(orders.status, status),
    payment === 'paid-or-partly-refunded'
      ? inArray(orders.paymentStatus, ['paid', 'partly-refunded'])
      : payment && eq(orders.paymentStatus, payment),
    product ? hasProduct(await findProductsNamed(db, product)) : undefined,
    country ? eq(orders.country, country) : undefined,
    carrier ? eq(orders.carrier, carrier) : undefined,
    ...conditions,
    from ? gte(orders.createdAt, timeOf(from)) : undefined,
    to ? lt(orders.createdAt, timeOf(to)) : undefined,
  );
}

/**
 * SQL: the words occur in the number, name, email, tracking number, phone, postal code or city; or the text equals the
 * number shown at checkout, is the number of an invoice, a parcel or a device of the order, or names a product of it.
 */
async function matchesSearch(
  db: Queryable,
  search: string,
  { ignoresEmail }: { ignoresEmail: boolean },
): Promise<SQL | undefined> {
  const digits = phoneDigits(search);
  const isMatch = (text: SQLWrapper) =>
    or(textMatches(text, search), digits ? textContains(text, digits) : undefined);
  const productIds = await findProductIds(db, search);
  const named = [
    ...(await findOrderIdsOfDevices(db, search)),
    ...(await findOrderIdsOfInvoice(db, search)),
    ...(await findOrderIdsByParcel(db, search.trim())),
  ];
  return or(
    and(
      hasTrigram(search)
        ? isMatch(orders.searchText)
        : sql`${orders.id} = any(array(
          select id from (select id, search_text from ${orders} order by created_at desc, id desc limit ${maxRowsWithoutTrigrams}) newest
          where ${isMatch(sql`search_text`)}))`,
      ignoresEmail ? isMatch(textWithoutContact) : undefined,
    ),
    eq(orders.clientReference, search),
    eq(orders.id, search),
    named.length > 0 ? inArray(orders.id, named) : undefined,
    productIds.length > 0 ? hasProduct(productIds) : undefined,
  );
}

/** Returns the orders that a device with this number left with or is packed for; one that was not scanned is none. */
async function findOrderIdsOfDevices(db: Queryable, search: string): Promise<string[]> {
  const unitIds = await findUnitIds(db, search);
  if (unitIds.length === 0) return [];
  const matches = await db
    .selectDistinct({ id: orderItems.orderId })
    .from(orderItemUnits)
    .innerJoin(orderItems, eq(orderItems.id, orderItemUnits.orderItemId))
    .where(
      and(
        inArray(orderItemUnits.unitId, unitIds),
        ne(orderItemUnits.captured, 'assumed'),
        sql`${orderItemUnits.endedAs} is distinct from 'released'`,
      ),
    )
    .limit(maxCountedOrders);
  return matches.map(({ id }) => id);
}

/** Returns the orders with an invoice or credit note of this number. */
async function findOrderIdsOfInvoice(db: Queryable, search: string): Promise<string[]> {
  if (!/\d/.test(search)) return [];
  const matches = await db
    .select({ id: invoices.orderId })
    .from(invoices)
    .where(inArray(invoices.number, [search.trim(), search.trim().toUpperCase()]));
  return matches.flatMap(({ id }) => id ?? []);
}

const minPhoneDigits = 5;

/** Returns the digits of a phone number without the zero that replaces the country code; null for other texts. */
export function phoneDigits(search: string): string | null {
  const digits = search.replace(/[^0-9]/g, '').replace(/^0+/, '');
  return /^[-+()./\s\d]+$/.test(search) && digits.length >= minPhoneDigits ? digits : null;
}

/** Returns the ids of the products with this id, slug or SKU; of a deleted one, the id. */
async function findProductsNamed(db: Queryable, name: string): Promise<string[]> {
  const named = or(eq(products.id, name), eq(products.slug, name), eq(products.sku, name));
  const matches = await db.select({ id: products.id }).from(products).where(named);
  return matches.length > 0 ? matches.map(({ id }) => id) : [name];
}

/** SQL: one of the newest orders with these products; more than the list counts are not needed. */
const hasProduct = (productIds: string[]) => sql`${orders.id} = any(array(
  select ${orderItems.orderId} from ${orderItems} where ${inArray(orderItems.productId, productIds)}
  order by ${orderItems.id} desc limit ${maxCountedOrders + 1}))`;

/** The email and phone are for those who may read customers. */
const textWithoutContact = sql`lower(translate(${orders.orderNumber} || E'\n' || ${orders.firstName} || ${orders.lastName} || E'\n' || coalesce(${orders.trackingNumber}, ''), ' .-''’', '') || E'\n' || ${orders.orderNumber} || E'\n' || ${orders.firstName} || ' ' || ${orders.lastName} || E'\n' || coalesce(${orders.trackingNumber}, '') || E'\n' || ${orders.zipCode} || ' ' || ${orders.city})`;

function orderOf(sort: OrderSort = 'newest'): SQL[] {
  switch (sort) {
    case 'newest':
      return [desc(orders.createdAt), desc(orders.id)];
    case 'oldest':
      return [asc(orders.createdAt), asc(orders.id)];
    case 'total-high':
      return [desc(orders.totalCents), desc(orders.id)];
    case 'total-low':
      return [asc(orders.totalCents), asc(orders.id)];
  }
}
