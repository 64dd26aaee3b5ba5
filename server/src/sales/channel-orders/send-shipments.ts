import { Problem } from '@reprise/contract/problem';
import { ChannelRefusal, type ChannelShipment } from '@reprise/extension/channel';
import { and, eq, max, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { hourMs, minuteMs } from '../../platform/time.ts';
import { readOrderDevices } from '../../workshop/units/in-orders/order-devices.queries.ts';
import { type ChannelDeps, findChannel, openChannel } from '../channels/channel-accounts.ts';
import { channelFailure, nextAttempt } from '../channels/channel-failure.ts';
import { channels } from '../channels/channels.tables.ts';
import { orderEvents, orders } from '../orders/orders.tables.ts';
import { channelOrders } from './channel-orders.tables.ts';

type SendDeps = ChannelDeps & Pick<Deps, 'log'>;
type Waiting = typeof channelOrders.$inferSelect;

const atOnce = 20;
const leaseMs = 2 * minuteMs;

/** Tells the channels which of their orders are on their way. Several processes share the work. */
export async function sendShipments(deps: SendDeps): Promise<void> {
  for (const waiting of await claim(deps)) await send(deps, waiting);
}

async function claim({ db, now }: SendDeps): Promise<Waiting[]> {
  const at = now();
  const due = sql`${channelOrders.orderId} in (
    select c.order_id from ${channelOrders} c
    join ${orders} o on o.id = c.order_id join ${channels} ch on ch.id = c.channel_id
    where c.shipment_sent_at is null and c.next_attempt_at <= ${at.toISOString()}::timestamptz
      and not c.is_by_hand and not c.is_cancelled and o.status in ('shipped', 'delivered') and ch.enabled
    order by c.next_attempt_at limit ${atOnce} for update of c skip locked)`;
  return db
    .update(channelOrders)
    .set({ attempts: sql`${channelOrders.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + leaseMs) })
    .where(due)
    .returning();
}

async function send(deps: SendDeps, waiting: Waiting): Promise<void> {
  const { orderId, externalId, attempts } = waiting;
  const store = (change: Partial<Waiting>) =>
    deps.db.update(channelOrders).set(change).where(eq(channelOrders.orderId, orderId));
  try {
    const channel = await openChannel(deps, await findChannel(deps.db, waiting.channelId ?? ''));
    if (!channel) throw new ChannelRefusal('Connect the account of this channel.');
    await channel.ship(externalId, await shipmentOf(deps.db, waiting));
    await store({ shipmentSentAt: deps.now(), shipmentFailure: '' });
  } catch (error) {
    const reason = channelFailure(error);
    if (reason === null)
      deps.log.error({ err: error, order: orderId }, 'could not tell a channel of a shipment');
    const shipmentFailure = reason ?? 'The channel could not be reached.';
    await store({ shipmentFailure, nextAttemptAt: nextAttempt(deps.now(), attempts, hourMs) });
  }
}

/** Returns the parcel of an order with the IMEI or serial number of each device that was scanned or chosen. */
export async function shipmentOf(db: Queryable, { orderId, lines }: Waiting): Promise<ChannelShipment> {
  const [order] = await db
    .select({ carrier: orders.carrier, number: orders.trackingNumber, updatedAt: orders.updatedAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  const [event] = await db
    .select({ at: max(orderEvents.createdAt) })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.status, 'Shipped')));
  const devices = await readOrderDevices(
    db,
    lines.map(({ itemId }) => itemId),
  );
  const known = devices.filter(({ isAssumed }) => !isAssumed);
  const free = Map.groupBy(known, ({ itemId }) => itemId);
  return {
    tracking: order?.carrier && order.number ? { carrier: order.carrier, number: order.number } : null,
    shippedAt: event?.at ?? order?.updatedAt ?? new Date(0),
    lines: lines.map(({ lineId, itemId, quantity }) => ({
      id: lineId,
      quantity,
      // Two lines of the channel can be one line here.
      devices: (free.get(itemId) ?? [])
        .splice(0, quantity)
        .flatMap(({ identifiers }) => numberOf(identifiers)),
    })),
  };
}

/** Returns the IMEI of a device, else its serial number. */
function numberOf(identifiers: { kind: string; value: string }[]): string[] {
  const number = ['imei', 'serial'].flatMap((kind) => identifiers.filter((one) => one.kind === kind))[0];
  return number ? [number.value] : [];
}

/** Lets the channel be told of a shipment at once, also of one that it was told of. */
export async function resendShipment({ db, now }: Pick<Deps, 'db' | 'now'>, orderId: string): Promise<void> {
  const [sent] = await db
    .update(channelOrders)
    .set({ shipmentSentAt: null, shipmentFailure: '', attempts: 0, nextAttemptAt: now() })
    .where(and(eq(channelOrders.orderId, orderId), eq(channelOrders.isByHand, false)))
    .returning({ id: channelOrders.orderId });
  if (!sent) throw new Problem('VALIDATION_ERROR', 'This channel is told of shipments by hand.');
}
