import type { Condition } from '@reprise/contract/catalog/conditions';
import type { Cents } from '@reprise/contract/money';
import type { DeliveryDays } from '@reprise/contract/orders/delivery';
import { type Order, orderLimits } from '@reprise/contract/orders/orders';
import type { Rates } from '@reprise/contract/orders/pricing';
import { Problem } from '@reprise/contract/problem';
import type { Settings } from '@reprise/contract/settings';
import { sql } from 'drizzle-orm';
import { categories, products } from '../../catalog/catalog.tables.ts';
import { isOnSale } from '../../catalog/product.queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { storeSettings } from '../../settings/settings.tables.ts';
import { orders } from '../orders.tables.ts';
import type { LimitUsage } from '../placement/order-limits.ts';

/** One answer per key: whose key, and what was asked with it. */
export type IdempotencyRecord = { scope: string; key: string | null; requestHash: string | null };

type Earlier = { scope: string; key: string; requestHash: string | null; answer: string };

export type StoreTerms = Rates & DeliveryDays & Pick<Settings, 'reservationMinutes' | 'staffReservationDays'>;

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
  categoryName: string | null;
};

/** What orders are made from, as it is now. */
export type ReadForOrders = {
  terms: StoreTerms;
  found: Map<string, FoundProduct>;
  /** What the key is bound to. */
  earlier: Earlier[];
  /** By limit key. */
  usage: Map<string, LimitUsage>;
};

type UsageRow = LimitUsage & { limitKey: string };

type Row = StoreTerms & FoundProduct & { earlier: Earlier[] | null; usage: UsageRow[] | null };

/** Orders that wait for payment; an index finds those of a limit key. */
const isOpen = sql`${orders.status} = 'pending' and ${orders.paymentStatus} in ('unpaid', 'started')`;

/**
 * The store's terms, beside them each product that is sold, the answers that keys are bound to and what counts against
 * the limits of their callers: one statement. The list of ids goes through a subquery so that PostgreSQL does not plan it anew each time.
 */
const select = prepared<Row>(
  'read for orders',
  sql`select s.free_shipping_threshold_cents as "freeShippingThreshold",
      s.standard_shipping_rate_cents as "standardShippingRate",
      s.express_shipping_rate_cents as "expressShippingRate", s.tax_basis_points as "taxBasisPoints",
      s.standard_days_from as "standardDaysFrom", s.standard_days_to as "standardDaysTo",
      s.express_days as "expressDays",
      s.reservation_minutes as "reservationMinutes", s.staff_reservation_days as "staffReservationDays",
      ${products.id}, ${products.slug}, ${products.name}, ${products.brand}, ${products.sku},
      ${products.images} ->> 0 as image, ${products.condition}, ${products.priceCents} as price,
      ${products.stockCount} as "stockCount", ${categories.name} as "categoryName",
      (select json_agg(json_build_object('scope', asked.scope, 'key', asked.key, 'requestHash', o.request_hash,
          'answer', o.placement_answer))
        from unnest(${sql.placeholder('scopes')}::text[], ${sql.placeholder('keys')}::text[]) as asked (scope, key)
        join ${orders} o on o.idempotency_scope = asked.scope and o.idempotency_key = asked.key) as earlier,
      (select json_agg(json_build_object('limitKey', caller.limit_key, 'openOrders', open_orders,
          'openUnits', open_units, 'recentOrders', recent_orders))
        from unnest(${sql.placeholder('limitKeys')}::text[]) as caller (limit_key) cross join lateral (
          select count(*) filter (where ${isOpen}) as open_orders,
            coalesce(sum(${orders.limitUnits}) filter (where ${isOpen}), 0) as open_units,
            count(*) filter (where ${orders.createdAt} > ${sql.placeholder('recentSince')}::timestamptz) as recent_orders
          from ${orders} where ${orders.limitKey} = caller.limit_key
        ) as counted) as usage
    from ${storeSettings} s
    left join ${products} on ${products.id} = any(array(select unnest(${sql.placeholder('ids')}::text[])))
      and ${isOnSale}
    left join ${categories} on ${categories.id} = ${products.categoryId}`,
);

export type OrdersToRead = {
  bindings: IdempotencyRecord[];
  ids: string[];
  limitKeys: (string | null)[];
  now: Date;
};

export async function readForOrders(
  db: Queryable,
  { bindings, ids, limitKeys, now }: OrdersToRead,
): Promise<ReadForOrders> {
  const bound = bindings.filter((binding) => binding.key !== null);
  const rows = await select(db, {
    ids: [...new Set(ids)],
    scopes: bound.map(({ scope }) => scope),
    keys: bound.map(({ key }) => key),
    limitKeys: [...new Set(limitKeys.filter((key) => key !== null))],
    recentSince: new Date(now.getTime() - orderLimits.recentMinutes * 60_000).toISOString(),
  });
  const [terms] = rows;
  if (!terms) throw new Error('The store has no settings yet.');
  const found = rows.filter(({ id }) => id !== null).map((row) => [row.id, row] as const);
  const usage = (terms.usage ?? []).map(({ limitKey, ...counted }) => [limitKey, counted] as const);
  return { terms, found: new Map(found), earlier: terms.earlier ?? [], usage: new Map(usage) };
}

/** What was answered first, where the key is bound already. */
export function replayedResponse({ earlier }: ReadForOrders, binding: IdempotencyRecord): Order | undefined {
  const bound = earlier.find(({ scope, key }) => scope === binding.scope && key === binding.key);
  if (!bound) return undefined;
  if (bound.requestHash !== binding.requestHash) {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another order.');
  }
  // Answers of earlier versions do not have all fields.
  const answer = JSON.parse(bound.answer) as Omit<Order, 'paymentMethod' | 'isTestPaid' | 'reservedUntil'>;
  return { paymentMethod: 'card', isTestPaid: false, reservedUntil: null, ...answer };
}
