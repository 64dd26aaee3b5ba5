import { cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { ChannelListing, ListingState } from '@reprise/contract/sales/channels/listings';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { applyPercentage } from '../../catalog/products/apply-percentage.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { byName } from '../../platform/database/by-name.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import { type ChannelRow, findChannel } from './channel-accounts.ts';
import { channelListings, channels } from './channels.tables.ts';

/** SQL: units of the product that open orders wait for, without refunded ones. */
const shortUnits = sql`(
  select coalesce(sum(greatest(0, i.short_quantity - (i.refunded_quantity - i.returned_quantity))), 0)::integer
  from ${orderItems} i join ${orders} o on o.id = i.order_id
  where i.product_id = ${channelListings.productId} and i.short_quantity > 0 and o.status in ('pending', 'processing'))`;

/** SQL: stock that is owed to no order; 0 for a product that was deleted. */
export const freeStock = sql<number>`greatest(0, coalesce(${products.stockCount}, 0) - ${shortUnits})`;

/** SQL: the product exists and is for sale. */
export const isForSale = sql<boolean>`(${products.id} is not null and ${products.archivedAt} is null)`;

/** SQL: the channel does not know the product, its stock or the rules as they are now. */
export const isOutdated = sql<boolean>`(
  ${channelListings.sentStock} is distinct from ${freeStock}
  or ${channelListings.sentPriceCents} is distinct from ${products.priceCents}
  or ${channelListings.sentVersion} is distinct from ${products.version}
  or ${channelListings.sentOnSale} is distinct from ${isForSale}
  or ${channelListings.sentRules} is distinct from ${channels.rulesVersion})`;

/** SQL: a `ListingState`. Listings that travel as files are always as they are now. */
const stateOf = sql<ListingState>`case
  when ${channelListings.isEnding} then 'ending'
  when ${channels.kind} = 'back-market' then 'listed'
  when ${channelListings.isRefused} then 'refused'
  when ${isOutdated} then 'waiting'
  else 'listed' end`;

/** Most units that a listing offers. */
const maxQuantity = 10_000;

/** Returns the units that a channel may sell of what is free. */
export function quantityOf({ buffer }: Pick<ChannelRow, 'buffer'>, free: number, isSold: boolean): number {
  return isSold ? Math.min(maxQuantity, Math.max(0, free - buffer)) : 0;
}

/** Returns the price on the channel. */
export function priceOf(
  { pricePercent, priceEnding }: Pick<ChannelRow, 'pricePercent' | 'priceEnding'>,
  price: number,
) {
  // A cent more than nothing: a channel with a low percentage must not give a product away.
  return cents(price === 0 ? 0 : Math.max(1, applyPercentage(cents(price), pricePercent, priceEnding)));
}

export type ListingCounts = { listed: number; waiting: number; refused: number };

const listedProduct = eq(products.id, channelListings.productId);
const ownChannel = eq(channels.id, channelListings.channelId);

/** Returns the number of listings in each state, by channel. */
export async function countListings(db: Queryable, ids: string[]): Promise<Map<string, ListingCounts>> {
  const counts = new Map<string, ListingCounts>();
  if (ids.length === 0) return counts;
  const states = db
    .select({ id: channelListings.channelId, state: stateOf.as('state') })
    .from(channelListings)
    .innerJoin(channels, ownChannel)
    .leftJoin(products, listedProduct)
    .where(inArray(channelListings.channelId, ids))
    .as('states');
  const rows = await db
    .select({ id: states.id, state: states.state, count: sql<number>`count(*)::int` })
    .from(states)
    .groupBy(states.id, states.state);
  for (const { id, state, count } of rows) {
    const sums = counts.get(id) ?? { listed: 0, waiting: 0, refused: 0 };
    sums[state === 'ending' ? 'waiting' : state] += count;
    counts.set(id, sums);
  }
  return counts;
}

type ListingQuery = {
  search?: string | undefined;
  state?: ListingState | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};

export async function listListings(db: Queryable, id: string, query: ListingQuery) {
  const channel = await findChannel(db, id);
  const { page, limit, offset } = pageOf(query);
  const matching = and(
    eq(channelListings.channelId, id),
    query.search ? matchesText(query.search) : undefined,
    query.state && sql`${stateOf} = ${query.state}`,
  );
  const [total] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(channelListings)
    .innerJoin(channels, ownChannel)
    .leftJoin(products, listedProduct)
    .where(matching);
  const rows = await readListings(db)
    .where(matching)
    .orderBy(asc(byName(products.name)), asc(channelListings.productId))
    .limit(limit)
    .offset(offset);
  return {
    listings: rows.map((row) => toListing(channel, row)),
    pagination: paginationOf(page, limit, total?.count ?? 0),
  };
}

function matchesText(search: string): SQL {
  const pattern = containsPattern(search);
  return sql`(lower(${products.name}) like ${pattern} or lower(${channelListings.sku}) like ${pattern})`;
}

const readListings = (db: Queryable) =>
  db
    .select({
      productId: channelListings.productId,
      name: products.name,
      sku: channelListings.sku,
      image: sql<string | null>`${products.images} ->> 0`,
      state: stateOf,
      priceCents: products.priceCents,
      free: freeStock,
      isSold: isForSale,
      stock: products.stockCount,
      url: channelListings.url,
      failure: channelListings.failure,
      sentAt: channelListings.sentAt,
    })
    .from(channelListings)
    .innerJoin(channels, ownChannel)
    .leftJoin(products, listedProduct)
    .$dynamic();

type ListingRow = Awaited<ReturnType<typeof readListings>>[number];

function toListing(channel: ChannelRow, row: ListingRow): ChannelListing {
  const { productId, sku, state, url, failure, free, isSold } = row;
  const shopPrice = cents(row.priceCents ?? 0);
  return {
    product: { id: productId, name: row.name ?? 'Deleted product', sku, image: row.image ?? '' },
    state,
    price: priceOf(channel, shopPrice),
    quantity: quantityOf(channel, free, isSold),
    shopPrice,
    stock: row.stock ?? 0,
    url,
    failure,
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

/** Returns the products that these SKUs name on the channel, else in the shop. */
export async function productsBySku(
  db: Queryable,
  channelId: string,
  skus: string[],
): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const listed = await db
    .select({ sku: channelListings.sku, id: channelListings.productId })
    .from(channelListings)
    .where(and(eq(channelListings.channelId, channelId), inArray(channelListings.sku, skus)));
  const own = await db
    .select({ sku: products.sku, id: products.id })
    .from(products)
    .where(inArray(products.sku, skus));
  return new Map([...own, ...listed].map(({ sku, id }) => [sku, id]));
}
