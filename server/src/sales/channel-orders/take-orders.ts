import { assertSoldOrder } from '@reprise/extension/channel';
import { minuteMs } from '../../platform/time.ts';
import { type ChannelRow, openChannel } from '../channels/channel-accounts.ts';
import { channelFailure } from '../channels/channel-failure.ts';
import { claimOrderReading, storeOrderReading } from '../channels/order-reading.ts';
import { type SoldDeps, storeSoldOrder } from './store-sold-order.ts';

/** Orders that were changed shortly before the last reading are read again: a channel may list them late. */
const overlapMs = 10 * minuteMs;

/** Reads what was ordered, cancelled and refunded at the channels that are due. */
export async function takeOrders(deps: SoldDeps): Promise<void> {
  for (const channel of await claimOrderReading(deps)) {
    const failure = await takeOrdersOf(deps, channel);
    const ordersReadAt = deps.now();
    await storeOrderReading(deps, channel, failure === '' ? { ordersReadAt, failure } : { failure });
  }
}

/** Returns '' or the reason for which the orders are not known up to now: they are read again. */
async function takeOrdersOf(deps: SoldDeps, channel: ChannelRow): Promise<string> {
  try {
    const opened = await openChannel(deps, channel);
    if (!opened) return 'Connect the account of this channel.';
    let failure = '';
    const from = new Date((channel.ordersReadAt ?? channel.createdAt).getTime() - overlapMs);
    for await (const sold of opened.readOrders(from)) {
      try {
        if (channel.kind === 'adapter') assertSoldOrder('CHANNEL_ADAPTER', sold);
        await storeSoldOrder(deps, channel, sold);
      } catch (error) {
        // One order must not hold back the others.
        deps.log.error(
          { err: error, channel: channel.id, order: sold.id },
          'could not take an order of a channel',
        );
        failure = `Order ${sold.id} could not be taken over. It is tried again.`;
      }
    }
    return failure;
  } catch (error) {
    const reason = channelFailure(error);
    if (reason !== null) return reason;
    deps.log.error({ err: error, channel: channel.id }, 'could not read the orders of a channel');
    return 'The orders of this channel could not be read. They are tried again.';
  }
}
