import { cents, formatMoney } from '@reprise/contract/money';
import type { SoldOrder } from '@reprise/extension/channel';
import { and, eq, inArray } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readLowestCosts } from '../../workshop/units/lowest-costs.ts';
import type { ChannelRow } from '../channels/channel-accounts.ts';
import { channelListings } from '../channels/channels.tables.ts';
import { priceOf } from '../channels/listings.queries.ts';

/** Verdict on an order of a file, which anybody can write: refused, to be checked by staff, or fine with ''. */
export type Verdict = { rejectionReason: string } | { checkReason: string };

/** Refuses SKUs that the channel does not list; asks to check a price below half of the listing, or below cost. */
export async function judgeSale(db: Queryable, channel: ChannelRow, sold: SoldOrder): Promise<Verdict> {
  const listed = new Map(
    (await readListed(db, channel.id, sold)).map(({ sku, ...listing }) => [sku, listing] as const),
  );
  const unlisted = sold.lines.find(({ sku }) => !listed.has(sku));
  if (unlisted) {
    return {
      rejectionReason: `“${unlisted.sku.slice(0, 60)}” is not on this channel. Add it there, then import again.`,
    };
  }
  const costs = await readLowestCosts(
    db,
    [...listed.values()].map(({ productId }) => productId),
  );
  for (const { sku, quantity, totalCents } of sold.lines) {
    const { productId, name, priceCents } = listed.get(sku) ?? {
      productId: '',
      name: null,
      priceCents: null,
    };
    const price = cents(Math.floor(totalCents / quantity));
    const listing = priceOf(channel, priceCents ?? 0);
    const told = `${name ?? sku} was sold for ${formatMoney(price)}`;
    if (price * 2 < listing)
      return { checkReason: `${told}, less than half of its listing at ${formatMoney(listing)}.` };
    if (price < (costs.get(productId) ?? 0)) return { checkReason: `${told}, less than it cost.` };
  }
  return { checkReason: '' };
}

function readListed(db: Queryable, channelId: string, { lines }: SoldOrder) {
  const skus = lines.map(({ sku }) => sku);
  return db
    .select({
      sku: channelListings.sku,
      productId: channelListings.productId,
      name: products.name,
      priceCents: products.priceCents,
    })
    .from(channelListings)
    .leftJoin(products, eq(products.id, channelListings.productId))
    .where(and(eq(channelListings.channelId, channelId), inArray(channelListings.sku, skus)));
}
