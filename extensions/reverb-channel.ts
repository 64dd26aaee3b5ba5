import {
  type Channel,
  ChannelRefusal,
  type Condition,
  type Offer,
  type SoldOrder,
} from '@reprise/extension/channel';
import { type Cents, cents, storeCurrency, toDecimal } from '@reprise/extension/money';

// Sells on Reverb by its HTTP API. CHANNEL_ADAPTER=./extensions/reverb-channel.ts REVERB_TOKEN=… REVERB_CATEGORY=…

const { REVERB_URL = 'https://api.reverb.com/api', REVERB_TOKEN = '', REVERB_CATEGORY = '' } = process.env;

type Money = { amount_cents: number } | null;
type Listing = { id: number | string; _links: { web: { href: string } } };
/** Order of one listing. */
type Order = {
  order_number: string;
  status: string;
  created_at: string;
  updated_at: string;
  sku: string;
  title: string;
  quantity: number;
  amount_product: Money;
  shipping: Money;
  amount_tax: Money;
  selling_fee: Money;
  shipping_address: Record<string, string | null>;
};

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${REVERB_URL}${path}`, {
    method,
    signal: AbortSignal.timeout(15_000),
    headers: {
      authorization: `Bearer ${REVERB_TOKEN}`,
      'accept-version': '3.0',
      'content-type': 'application/hal+json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as T & { message?: string };
  if (response.ok) return answer;
  if (response.status >= 500) throw new Error(`Reverb answered ${response.status}`);
  throw new ChannelRefusal(answer.message ?? `Reverb answered ${response.status}.`, response.status === 401);
}

/** Reverb's conditions: mint, excellent, very good, good. */
const conditions: Record<Condition, string> = {
  refurbished: 'ac5b9c1e-dc78-466d-b0b3-7cf712967a48',
  excellent: 'df268ad1-c462-4ba6-b6db-e007e23922ea',
  good: 'ae4d9114-1bd7-4ec5-a4ba-6653af5ac84d',
  fair: 'f7a3f48c-972a-44c6-b01a-0cd27488d3f6',
};

const priceOf = (amount: Cents) => ({ amount: toDecimal(amount), currency: storeCurrency().code });

const listingOf = ({
  sku,
  title,
  description,
  brand,
  condition,
  imageUrls,
  priceCents,
  quantity,
}: Offer) => ({
  sku,
  title,
  description,
  make: brand,
  model: title,
  photos: imageUrls,
  publish: true,
  condition: { uuid: conditions[condition] },
  categories: [{ uuid: REVERB_CATEGORY }],
  price: priceOf(priceCents),
  has_inventory: true,
  inventory: quantity,
});

const centsOf = (money: Money) => cents(money?.amount_cents ?? 0);
const paid = new Set(['paid', 'shipped', 'picked_up', 'received', 'refunded']);

function soldOf(order: Order): SoldOrder {
  const { order_number: id, status, sku, title, quantity, shipping_address: address } = order;
  const field = (name: string) => address[name] ?? '';
  return {
    id,
    placedAt: new Date(order.created_at),
    changedAt: new Date(order.updated_at),
    state: status === 'cancelled' ? 'cancelled' : paid.has(status) ? 'paid' : 'unpaid',
    buyer: {
      name: field('name'),
      street: field('street_address'),
      street2: field('extended_address'),
      city: field('locality'),
      state: field('region'),
      zipCode: field('postal_code'),
      country: field('country_code'),
      phone: field('phone'),
    },
    lines: [{ id, sku, title, quantity, totalCents: centsOf(order.amount_product) }],
    shippingCents: centsOf(order.shipping),
    discountCents: cents(0),
    refunds: [],
    taxCollectedCents: centsOf(order.amount_tax),
    feeCents: centsOf(order.selling_fee),
  };
}

const orderPath = (id: string) => `/my/orders/selling/${encodeURIComponent(id)}`;

const reverb: Channel = {
  async list(offer, knownId) {
    const listed = await ask<{ listings: Listing[] }>(
      'GET',
      `/my/listings?state=all&sku=${encodeURIComponent(offer.sku)}`,
    );
    const id = knownId ?? listed.listings[0]?.id;
    const body = listingOf(offer);
    const { listing } = id
      ? await ask<{ listing: Listing }>('PUT', `/listings/${id}`, body)
      : await ask<{ listing: Listing }>('POST', '/listings', body);
    return { offerId: String(listing.id), url: listing._links.web.href };
  },
  async change(changes) {
    const refused = new Map<string, string>();
    for (const { sku, offerId, priceCents, quantity } of changes) {
      const body = { price: priceOf(priceCents), has_inventory: true, inventory: quantity };
      await ask('PUT', `/listings/${offerId}`, body).catch((error: unknown) => {
        if (!(error instanceof ChannelRefusal) || error.isKey) throw error;
        refused.set(sku, error.message);
      });
    }
    return refused;
  },
  async end({ offerId }) {
    await ask('PUT', `/my/listings/${offerId}/state/end`, { reason: 'not_sold' });
  },
  async *readOrders(changedFrom) {
    for (let page = 1; ; page++) {
      const from = encodeURIComponent(changedFrom.toISOString());
      const path = `/my/orders/selling/all?updated_start_date=${from}&per_page=50&page=${page}`;
      const { orders } = await ask<{ orders: Order[] }>('GET', path);
      yield* orders.map(soldOf);
      if (orders.length < 50) return;
    }
  },
  async readOrder(id) {
    return soldOf(await ask<Order>('GET', orderPath(id)));
  },
  async ship(id, { tracking }) {
    const { carrier = 'Other', number = '' } = tracking ?? {};
    const body = { provider: carrier, tracking_number: number, send_notification: true };
    await ask('POST', `${orderPath(id)}/ship`, body);
  },
  async refund(id, { amountCents, reason }) {
    const amount = priceOf(amountCents);
    await ask('POST', `${orderPath(id)}/refund_requests`, { refund_type: 'partial', amount, reason });
    return { id: `${id}-${Date.now()}`, amountCents, state: 'succeeded' };
  },
};

export default reverb;
