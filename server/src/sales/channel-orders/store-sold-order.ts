import type { SoldOrder } from '@reprise/extension/channel';
import type { PostalAddress } from '@reprise/extension/postal-address';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { type ChannelRow, isByFile } from '../channels/channel-accounts.ts';
import { channels } from '../channels/channels.tables.ts';
import { productsBySku } from '../channels/listings.queries.ts';
import { addShopNotes } from '../orders/lifecycle/add-order-note.ts';
import { reservationEndOf } from '../orders/lifecycle/reservation.ts';
import { setOrderPayment } from '../orders/lifecycle/set-order-payment.ts';
import { transitionOrder } from '../orders/lifecycle/transition-orders.ts';
import { lockOrderRow } from '../orders/orders.queries.ts';
import { type ChannelAddress, placeChannelOrder } from '../orders/placement/place-channel-order.ts';
import { countryOf } from '../orders/shipping/carrier-address.ts';
import { recordChannelPayment } from '../payments/record-channel-payment.ts';
import { importChannelRefunds } from '../payments/refunds/import-channel-refunds.ts';
import { channelOrders } from './channel-orders.tables.ts';

export type SoldDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'alerts' | 'secret' | 'environment' | 'log'>;

type Known = typeof channelOrders.$inferSelect;

/** `ignored`: unpaid, from before the channel was added, or of nothing that the shop sells. */
export type SoldOutcome = 'placed' | 'cancelled' | 'known' | 'ignored';

/**
 * Places an order that a channel sold, or follows what has happened to it there. Repeated calls change nothing. With a
 * `checkReason` it is placed unpaid, until staff confirm it.
 */
export async function storeSoldOrder(
  deps: SoldDeps,
  channel: ChannelRow,
  sold: SoldOrder,
  checkReason = '',
): Promise<SoldOutcome> {
  const known = await findKnown(deps.db, channel, sold.id);
  if (!known) return placeSold(deps, channel, sold, checkReason);
  if (sold.state === 'cancelled') return (await cancelSold(deps, known)) ? 'cancelled' : 'known';
  const { orderId, channelName, isCancelled } = known;
  // The channel refunds what it cancelled itself.
  if (!isCancelled) await importChannelRefunds(deps, orderId, { listed: sold.refunds, channel: channelName });
  return 'known';
}

/** Returns what storing an order would do, of which all is listed. */
export async function outcomeOfSold(
  { db }: Pick<SoldDeps, 'db'>,
  channel: ChannelRow,
  sold: SoldOrder,
): Promise<SoldOutcome> {
  const known = await findKnown(db, channel, sold.id);
  if (known) return sold.state === 'cancelled' && !known.isCancelled ? 'cancelled' : 'known';
  return isToPlace(channel, sold) ? 'placed' : 'ignored';
}

async function findKnown(db: Queryable, { id }: ChannelRow, externalId: string): Promise<Known | undefined> {
  const isIt = and(eq(channelOrders.channelId, id), eq(channelOrders.externalId, externalId));
  const [known] = await db.select().from(channelOrders).where(isIt);
  return known;
}

const isToPlace = ({ createdAt }: ChannelRow, { state, placedAt }: SoldOrder) =>
  state === 'paid' && placedAt >= createdAt;

const skusOf = ({ lines }: SoldOrder) => lines.flatMap(({ sku }) => (sku === '' ? [] : [sku]));

async function placeSold(
  deps: SoldDeps,
  channel: ChannelRow,
  sold: SoldOrder,
  checkReason: string,
): Promise<SoldOutcome> {
  if (!isToPlace(channel, sold)) return 'ignored';
  return inTransaction(deps.db, async (tx) => {
    // Two readings at once place it once.
    await tx.select({ id: channels.id }).from(channels).where(eq(channels.id, channel.id)).for('update');
    if (await findKnown(tx, channel, sold.id)) return 'known';
    const productIds = await productsBySku(tx, channel.id, skusOf(sold));
    // The account may sell things beside the shop.
    if (productIds.size === 0) return 'ignored';
    await store(tx, deps, channel, { sold, productIds, checkReason });
    return 'placed';
  });
}

async function store(
  tx: Tx,
  deps: SoldDeps,
  channel: ChannelRow,
  {
    sold,
    productIds,
    checkReason,
  }: { sold: SoldOrder; productIds: Map<string, string>; checkReason: string },
): Promise<void> {
  const { order, itemIds } = await placeChannelOrder(tx, deps, {
    channelId: channel.id,
    channelName: channel.name,
    externalId: sold.id,
    placedAt: sold.placedAt,
    address: addressOf(sold.buyer),
    lines: sold.lines.map(({ id: _, title, ...line }) => ({
      ...line,
      title: storable(title),
      productId: productIds.get(line.sku) ?? null,
    })),
    shippingCents: sold.shippingCents,
    discountCents: sold.discountCents,
  });
  await tx.insert(channelOrders).values({
    orderId: order.id,
    channelId: channel.id,
    channelName: channel.name,
    externalId: sold.id,
    lines: sold.lines.map(({ id, quantity }, index) => ({
      lineId: id,
      itemId: itemIds[index] ?? '',
      quantity,
    })),
    buyerPaidCents: (order.totalCents + sold.taxCollectedCents) as typeof order.totalCents,
    taxCollectedCents: sold.taxCollectedCents,
    feeCents: sold.feeCents,
    checkReason,
    isByHand: isByFile(channel),
    createdAt: deps.now(),
    updatedAt: deps.now(),
    nextAttemptAt: deps.now(),
  });
  if (checkReason === '')
    await recordChannelPayment(tx, deps, order, { channel: channel.name, number: sold.id });
  else
    await reserveForCheck(
      tx,
      order.id,
      `${checkReason} Check it at ${channel.name}, then confirm it.`,
      deps.now(),
    );
}

/** Leaves an order unpaid, with its stock reserved as long as that of an order by staff. */
async function reserveForCheck(tx: Tx, orderId: string, note: string, now: Date): Promise<void> {
  const reservedUntil = reservationEndOf('staff', await readSettings(tx), now);
  await setOrderPayment(tx, orderId, { reservedUntil }, now);
  await addShopNotes(tx, orderId, [note], now);
}

const maxText = 200;

/** Text of other people as the database takes it. */
const storable = (text: string) => text.replaceAll('\0', '').slice(0, maxText).toWellFormed();

/** A country that the shop does not ship to itself keeps its code: the order is sold. */
function addressOf({ name, street, street2, country, ...rest }: PostalAddress): ChannelAddress {
  const [firstName = '', ...more] = name.trim().split(/\s+/);
  const address = {
    firstName: firstName || 'Buyer',
    lastName: more.join(' '),
    address: street,
    address2: street2,
    country: countryOf(country) ?? country,
    ...rest,
  };
  return Object.fromEntries(
    Object.entries(address).map(([field, text]) => [field, storable(text)]),
  ) as ChannelAddress;
}

/** Cancels an order that was cancelled at the channel; returns false if that is known. One on its way gets a note. */
async function cancelSold(deps: SoldDeps, { orderId }: Known): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const isIt = eq(channelOrders.orderId, orderId);
    const [known] = await tx.select().from(channelOrders).where(isIt).for('update');
    if (!order || !known || known.isCancelled) return false;
    // Before the transition: its refund is made by the channel.
    await tx.update(channelOrders).set({ isCancelled: true }).where(isIt);
    const now = deps.now();
    const reason = `The order was cancelled at ${known.channelName}.`;
    if (order.status === 'shipped' || order.status === 'delivered')
      await addShopNotes(tx, orderId, [`${reason} It had left before.`], now);
    else await transitionOrder(tx, deps, order, { to: 'cancelled', actorId: null, now, reason });
    return true;
  });
}
