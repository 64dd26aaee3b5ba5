import { createHash } from 'node:crypto';
import { and, arrayOverlaps, eq, inArray, lt } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/time.ts';
import { findOrderFor, type OrderRequester } from '../orders/order-access.ts';
import { orderItems } from '../orders/orders.tables.ts';
import { countForSearch } from './record-search.ts';
import { countedSearchOrders, recentSearches } from './search-analytics.tables.ts';

/** Clicks and purchases count within this time after the search. */
export const attributionMs = 2 * dayMs;

/**
 * Counts a paid order for the searches that its products were opened from. Each order and each search counts once, so
 * that forged purchases cost real ones.
 */
export async function recordPurchase(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  { searches, order: reference }: { searches: string[]; order: string },
  requester: OrderRequester,
): Promise<void> {
  const order = await findOrderFor(deps, requester, reference);
  const isRecent = deps.now().getTime() - order.createdAt.getTime() < attributionMs;
  if (order.paymentStatus !== 'paid' || !isRecent) return;
  const bought = await productsOf(deps.db, order.id);
  await inTransaction(deps.db, async (tx) => {
    const orderHash = createHash('sha256').update(order.id).digest('base64url');
    const added = await tx
      .insert(countedSearchOrders)
      .values({ orderHash, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning({ orderHash: countedSearchOrders.orderHash });
    if (added.length === 0) return;
    const counted = await tx
      .select({ id: recentSearches.id, day: recentSearches.day, query: recentSearches.query })
      .from(recentSearches)
      .where(
        and(
          inArray(recentSearches.id, searches),
          eq(recentSearches.purchased, false),
          lt(recentSearches.createdAt, order.createdAt),
          arrayOverlaps(recentSearches.clickedProducts, bought),
        ),
      )
      // In key order, here and below, so that two orders cannot deadlock.
      .orderBy(recentSearches.id)
      .for('update');
    const keyOf = ({ day, query }: { day: string; query: string }) => `${day} ${query}`;
    counted.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    for (const search of counted) {
      await tx.update(recentSearches).set({ purchased: true }).where(eq(recentSearches.id, search.id));
      await countForSearch(tx, search, 'purchases');
    }
  });
}

/** Bounds the siblings of one order. */
const maxProducts = 500;

/** Returns the ids of the bought products and of their siblings: shoppers open one condition and buy another. */
async function productsOf(db: Queryable, orderId: string): Promise<string[]> {
  const items = await db
    .select({ id: orderItems.productId, modelKey: products.modelKey })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId));
  const modelKeys = items.flatMap(({ modelKey }) => modelKey ?? []);
  const siblings = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.modelKey, modelKeys))
    .limit(maxProducts);
  return [...items, ...siblings].map(({ id }) => id);
}
