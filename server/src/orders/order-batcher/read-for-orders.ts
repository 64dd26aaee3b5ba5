import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { Settings } from '@reprise/contract/foundations/settings';
import { type Cents, cents } from '@reprise/contract/money';
import type { TaxTable } from '@reprise/contract/orders/tax';
import { Problem } from '@reprise/contract/problem';
import type { DeliveryTerms } from '@reprise/contract/sales/orders/delivery';
import { type Order, orderLimits } from '@reprise/contract/sales/orders/order';
import type { TrackingMode } from '@reprise/contract/workshop/units/tracking';
import { sql } from 'drizzle-orm';
import { isOnSale } from '../../catalog/products/product.queries.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import type { LimitUsage } from '../../sales/orders/placement/order-limits.ts';
import type { OrderDeps, Placement } from './build-order.ts';

/** An Idempotency-Key, the caller it belongs to and the hash of its request. */
export type IdempotencyRecord = { scope: string; key: string | null; requestHash: string | null };

type StoredResponse = { scope: string; key: string; requestHash: string | null; answer: string };

export type StoreTerms = TaxTable &
  DeliveryTerms &
  Pick<Settings, 'reservationMinutes' | 'staffReservationDays'>;

export type FoundProduct = {
  id: string;
  slug: string;
  name: string;
  brand: string;
  sku: string;
  image: string | null;
  condition: Condition;
  price: Cents;
  stockCount: number;
  tracking: TrackingMode;
  unitCost: Cents | null;
  categoryName: string | null;
};

/** Data that orders are built from, as of now. */
export type ReadForOrders = {
  terms: StoreTerms;
  products: Map<string, FoundProduct>;
  /** Responses stored for the idempotency keys. */
  storedResponses: StoredResponse[];
  /** Usage by limit key. */
  usage: Map<string, LimitUsage>;
};

type UsageRow = LimitUsage & { limitKey: string };

type Row = StoreTerms & FoundProduct & { storedResponses: StoredResponse[] | null; usage: UsageRow[] | null };

/** SQL: the order is unpaid. Served by the index on the limit key. */
const isOpen = sql`${orders.status} = 'pending' and ${orders.paymentStatus} in ('unpaid', 'started')`;

/**
 * Reads store terms, products on sale, stored responses and limit usage in one statement. The ids pass through a
 * subquery so that PostgreSQL reuses the generic plan.
 */
const select = prepared<Row>(
  'read for orders',
  sql`select s.free_shipping_threshold_cents as "freeShippingThreshold",
      s.standard_shipping_rate_cents as "standardShippingRate",
      s.express_shipping_rate_cents as "expressShippingRate", s.tax_rate_tenths / 10.0::float8 as "taxBasisPoints",
      s.tax_rates as "taxRates", s.prices_include_tax as "pricesIncludeTax",
      s.standard_days_from as "standardDaysFrom", s.standard_days_to as "standardDaysTo",
      s.express_days as "expressDays", s.time_zone as "timeZone",
      s.reservation_minutes as "reservationMinutes", s.staff_reservation_days as "staffReservationDays",
      ${products.id}, ${products.slug}, ${products.name}, ${products.brand}, ${products.sku},
      ${products.images} ->> 0 as image, ${products.condition}, ${products.priceCents} as price,
      ${products.stockCount} as "stockCount", ${products.tracking},
      ${products.unitCostCents} as "unitCost", ${categories.name} as "categoryName",
      (select json_agg(json_build_object('scope', requested.scope, 'key', requested.key, 'requestHash', o.request_hash,
          'answer', o.placement_response))
        from unnest(${sql.placeholder('scopes')}::text[], ${sql.placeholder('keys')}::text[]) as requested (scope, key)
        join ${orders} o on o.idempotency_scope = requested.scope and o.idempotency_key = requested.key) as "storedResponses",
      (select json_agg(json_build_object('limitKey', limited.limit_key, 'openOrders', open_orders,
          'openUnits', open_units, 'recentOrders', recent_orders))
        from unnest(${sql.placeholder('limitKeys')}::text[]) as limited (limit_key) cross join lateral (
          select count(*) filter (where ${isOpen}) as open_orders,
            coalesce(sum(${orders.limitUnits}) filter (where ${isOpen}), 0) as open_units,
            count(*) filter (where ${orders.createdAt} > ${sql.placeholder('recentSince')}::timestamptz
              and (${orders.paymentStatus} not in ('paid', 'partly-refunded') or ${orders.totalCents} = 0)) as recent_orders
          from ${orders} where ${orders.limitKey} = limited.limit_key
        ) as counted) as usage
    from ${storeSettings} s
    left join ${products} on ${products.id} = any(array(select unnest(${sql.placeholder('ids')}::text[])))
      and ${isOnSale}
    left join ${categories} on ${categories.id} = ${products.categoryId}`,
);

export async function readForOrders(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  batch: Placement[],
): Promise<ReadForOrders> {
  const keyed = batch.map(({ idempotency }) => idempotency).filter(({ key }) => key !== null);
  const rows = await select(db, {
    ids: [...new Set(batch.flatMap(({ order }) => order.items.map(({ product }) => product)))],
    scopes: keyed.map(({ scope }) => scope),
    keys: keyed.map(({ key }) => key),
    limitKeys: [...new Set(batch.flatMap(({ limitKey }) => limitKey ?? []))],
    recentSince: new Date(now().getTime() - orderLimits.recentMinutes * 60_000).toISOString(),
  });
  const [terms] = rows;
  if (!terms) throw new Error('The store settings row is missing.');
  const sold = rows.filter(({ id }) => id !== null).map((row) => [row.id, row] as const);
  const usage = (terms.usage ?? []).map(({ limitKey, ...counted }) => [limitKey, counted] as const);
  return {
    terms,
    products: new Map(sold),
    storedResponses: terms.storedResponses ?? [],
    usage: new Map(usage),
  };
}

/** Returns the response stored for the key, if any. Throws when the key was used for another request. */
export function replayedResponse(
  { storedResponses }: ReadForOrders,
  idempotency: IdempotencyRecord,
): Order | undefined {
  const stored = storedResponses.find(
    ({ scope, key }) => scope === idempotency.scope && key === idempotency.key,
  );
  if (!stored) return undefined;
  if (stored.requestHash !== idempotency.requestHash) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another order.');
  }
  // Responses stored by earlier releases lack these fields.
  const answer = JSON.parse(stored.answer) as Omit<
    Order,
    'paymentMethod' | 'isTestPaid' | 'reservedUntil' | 'latestDelivery' | 'discount'
  >;
  const { estimatedDelivery } = answer;
  return {
    paymentMethod: 'card',
    isTestPaid: false,
    reservedUntil: null,
    discount: cents(0),
    latestDelivery: estimatedDelivery,
    ...answer,
  };
}
