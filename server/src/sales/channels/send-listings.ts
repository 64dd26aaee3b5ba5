import { cents } from '@reprise/contract/money';
import { type Channel, ChannelRefusal, maxChanges } from '@reprise/extension/channel';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { minuteMs, secondMs } from '../../platform/time.ts';
import { type ChannelDeps, type ChannelRow, openChannel } from './channel-accounts.ts';
import { channelFailure, nextAttempt } from './channel-failure.ts';
import { channelListings, channels } from './channels.tables.ts';
import { isOutdated, priceOf, quantityOf } from './listings.queries.ts';
import { offerOf, type ReadOffer, readOffers } from './read-offers.ts';

type SendDeps = ChannelDeps & Pick<Deps, 'log'>;

/** Listings that a process takes at once, and the time after which another takes those of one that was killed. */
const atOnce = 50;
const leaseMs = 2 * minuteMs;
const maxRunMs = 10 * secondMs;
const maxPauseMs = 30 * minuteMs;

/** Sends what has changed of the products on channels. Several processes share the work. */
export async function sendListings(deps: SendDeps): Promise<void> {
  for (const endsAt = performance.now() + maxRunMs; performance.now() < endsAt; ) {
    const claimed = await claim(deps);
    if (claimed.length === 0) return;
    const rows = await deps.db
      .select()
      .from(channels)
      .where(
        inArray(
          channels.id,
          claimed.map(({ channelId }) => channelId),
        ),
      );
    for (const row of rows) {
      const ids = claimed.filter(({ channelId }) => channelId === row.id).map(({ productId }) => productId);
      await sendTo(deps, row, ids);
    }
  }
}

type Claimed = { channelId: string; productId: string };

async function claim({ db, now }: SendDeps): Promise<Claimed[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<Claimed>(sql`
    with due as (
      select ${channelListings.channelId}, ${channelListings.productId} from ${channelListings}
      join ${channels} on ${channels.id} = ${channelListings.channelId}
      left join products on products.id = ${channelListings.productId}
      where ${channels.enabled} and ${channels.kind} <> 'back-market' and ${channelListings.nextAttemptAt} <= ${at}
        and (${channelListings.isEnding} or ${isOutdated})
      order by ${channelListings.nextAttemptAt} limit ${atOnce} for update of ${channelListings} skip locked
    )
    update ${channelListings} set attempts = ${channelListings.attempts} + 1,
      next_attempt_at = ${at} + ${leaseMs} * interval '1 millisecond'
    from due where ${channelListings.channelId} = due.channel_id and ${channelListings.productId} = due.product_id
    returning ${channelListings.channelId} as "channelId", ${channelListings.productId} as "productId"`);
  return rows;
}

/** Sends listings of one channel: first those that only need new figures, since stock is the most urgent. */
async function sendTo(deps: SendDeps, row: ChannelRow, productIds: string[]): Promise<void> {
  const read = await readOffers(deps.db, row.id, productIds);
  const channel = await openChannel(deps, row);
  if (!channel) {
    await postpone(deps, row, read, 'Connect the account of this channel.');
    return;
  }
  const isFigures = (one: ReadOffer) =>
    !one.isEnding &&
    one.product !== null &&
    one.offerId !== null &&
    one.sentVersion === one.product.version &&
    one.sentRules === row.rulesVersion;
  const figures = read.filter(isFigures);
  for (let start = 0; start < figures.length; start += maxChanges) {
    const some = figures.slice(start, start + maxChanges);
    await attempt(deps, row, some, () => sendFigures(deps, row, channel, some));
  }
  for (const one of read) {
    if (!isFigures(one)) await attempt(deps, row, [one], () => sendWhole(deps, row, channel, one));
  }
}

/** Runs a call; without an answer its listings are repeated after a pause. */
async function attempt(
  deps: SendDeps,
  row: ChannelRow,
  listings: ReadOffer[],
  call: () => Promise<void>,
): Promise<void> {
  try {
    await call();
    if (row.failure !== '') await setFailure(deps, row, '');
  } catch (error) {
    if (error instanceof ChannelRefusal && !error.isKey) {
      for (const one of listings) await storeRefusal(deps, row, one, error.message);
      return;
    }
    const reason = channelFailure(error);
    if (reason === null) deps.log.error({ err: error, channel: row.id }, 'could not send listings');
    if (error instanceof ChannelRefusal) await setFailure(deps, row, error.message);
    await postpone(deps, row, listings, reason ?? 'The channel could not be reached.');
  }
}

/** Sends prices and quantities. Listings whose figures are refused are sent as a whole, one by one, the next time. */
async function sendFigures(
  deps: SendDeps,
  row: ChannelRow,
  channel: Channel,
  listings: ReadOffer[],
): Promise<void> {
  const changes = listings.map(({ sku, offerId, product, free, isSold }) => ({
    sku,
    offerId: offerId ?? '',
    priceCents: priceOf(row, product?.priceCents ?? 0),
    quantity: quantityOf(row, free, isSold),
  }));
  const refused = await channel.change(changes).catch((error: unknown) => {
    if (!(error instanceof ChannelRefusal) || error.isKey) throw error;
    return new Map(changes.map(({ sku }) => [sku, error.message]));
  });
  for (const one of listings) {
    const reason = refused.get(one.sku);
    if (reason === undefined) await storeSent(deps, row, one, {});
    else await store(deps, row, one, { sentVersion: null, failure: reason, nextAttemptAt: deps.now() });
  }
}

async function sendWhole(deps: SendDeps, row: ChannelRow, channel: Channel, one: ReadOffer): Promise<void> {
  const { sku, offerId, product } = one;
  if (one.isEnding || product === null) {
    if (offerId !== null) await channel.end({ sku, offerId });
    await deps.db.delete(channelListings).where(isListing(row, one));
    return;
  }
  const quantity = quantityOf(row, one.free, one.isSold);
  // Channels refuse a new offer without units: it is made when there are some.
  if (offerId === null && quantity === 0) return storeSent(deps, row, one, { sentAt: null });
  const offer = offerOf(
    product,
    { sku, quantity, priceCents: priceOf(row, product.priceCents) },
    deps.environment.publicUrl,
  );
  await storeSent(deps, row, one, await channel.list(offer, offerId));
}

const isListing = ({ id }: ChannelRow, { productId }: ReadOffer) =>
  and(eq(channelListings.channelId, id), eq(channelListings.productId, productId));

type Change = Partial<typeof channelListings.$inferInsert>;

async function store({ db }: SendDeps, row: ChannelRow, one: ReadOffer, change: Change): Promise<void> {
  await db.update(channelListings).set(change).where(isListing(row, one));
}

/** Stores what the channel has now: what was read before the call, so that a change during it is sent again. */
function storeSent(deps: SendDeps, row: ChannelRow, one: ReadOffer, change: Change): Promise<void> {
  return store(deps, row, one, {
    ...stateOf(row, one),
    failure: '',
    isRefused: false,
    attempts: 0,
    nextAttemptAt: deps.now(),
    sentAt: deps.now(),
    ...change,
  });
}

const stateOf = (row: ChannelRow, { free, product, isSold }: ReadOffer): Change => ({
  sentStock: free,
  sentPriceCents: product && cents(product.priceCents),
  sentVersion: product?.version ?? null,
  sentOnSale: isSold,
  sentRules: row.rulesVersion,
});

/** A refused listing is repeated when the product or the rules change, or when staff ask. */
function storeRefusal(deps: SendDeps, row: ChannelRow, one: ReadOffer, failure: string): Promise<void> {
  return store(deps, row, one, {
    ...stateOf(row, one),
    failure,
    isRefused: !one.isEnding,
    // An offer that cannot be taken off stays in the list with its reason.
    ...(one.isEnding
      ? { nextAttemptAt: nextAttempt(deps.now(), one.attempts, maxPauseMs) }
      : { nextAttemptAt: deps.now(), attempts: 0 }),
  });
}

async function postpone(
  deps: SendDeps,
  row: ChannelRow,
  listings: ReadOffer[],
  failure: string,
): Promise<void> {
  for (const one of listings) {
    const nextAttemptAt = nextAttempt(deps.now(), one.attempts, maxPauseMs);
    await store(deps, row, one, { failure, nextAttemptAt });
  }
}

async function setFailure({ db }: SendDeps, { id }: ChannelRow, failure: string): Promise<void> {
  await db.update(channels).set({ failure }).where(eq(channels.id, id));
}
