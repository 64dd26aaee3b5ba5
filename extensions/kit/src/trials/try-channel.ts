import { checkedAdapter, faultOf } from '../adapter-shape.ts';
import { assertSoldOrder, type Channel, channelShape, type Offer, type SoldOrder } from '../channel.ts';
import { cents } from '../money.ts';
import { brokenRules } from './broken-rules.ts';

/** Lists an offer and handles an order of it, which `sell` places at the channel. Returns the rules that it breaks. */
export async function tryChannel(
  adapter: Channel,
  offer: Offer,
  sell: (offerId: string) => Promise<string>,
): Promise<string[]> {
  const fault = faultOf<Channel>(adapter, channelShape);
  if (fault !== null) return [fault];
  const channel = checkedAdapter<Channel>('The channel', adapter, channelShape);
  const from = new Date(Date.now() - 86_400_000);
  const { sku } = offer;
  const { offerId } = await channel.list(offer, null);
  const change = { sku, offerId, priceCents: cents(offer.priceCents + 100), quantity: offer.quantity };
  let order: SoldOrder | undefined;
  const refundCents = cents(100);
  return brokenRules({
    'finds the offer of a SKU after an answer was lost': async () =>
      (await channel.list(offer, null)).offerId === offerId,
    'replaces the offer that it is given': async () =>
      (await channel.list(offer, offerId)).offerId === offerId,
    'changes price and quantity': async () => (await channel.change([change])).size === 0,
    'reads an order that was placed': async () => {
      const id = await sell(offerId);
      for await (const sold of channel.readOrders(from)) if (sold.id === id) order = sold;
      if (order) assertSoldOrder('The channel', order);
      return order?.lines.some((line) => line.sku === sku) ?? false;
    },
    'returns one order as it lists it': async () => {
      const read = await channel.readOrder(order?.id ?? '');
      return JSON.stringify(read.lines) === JSON.stringify(order?.lines);
    },
    'accepts a repeated shipment': async () => {
      const lines = order?.lines.map(({ id, quantity }) => ({ id, quantity, devices: [] })) ?? [];
      const shipment = { tracking: { carrier: 'UPS', number: '1Z1' }, shippedAt: new Date(), lines };
      await channel.ship(order?.id ?? '', shipment);
      await channel.ship(order?.id ?? '', shipment);
      return true;
    },
    'lists a refund that was made': async () => {
      await channel.refund(order?.id ?? '', { amountCents: refundCents, reason: 'other' });
      const { refunds } = await channel.readOrder(order?.id ?? '');
      return refunds.some(({ amountCents }) => amountCents === refundCents);
    },
    'ends an offer that is gone without an error': async () => {
      await channel.end({ sku, offerId });
      await channel.end({ sku, offerId });
      return true;
    },
  });
}
