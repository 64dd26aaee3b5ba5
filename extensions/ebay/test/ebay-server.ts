import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const amount = z.strictObject({ value: z.string().regex(/^\d+\.\d{2}$/), currency: z.literal('USD') });
const units = z.number().int().min(0);
const conditions = [
  ...['NEW', 'NEW_OTHER', 'CERTIFIED_REFURBISHED', 'EXCELLENT_REFURBISHED', 'VERY_GOOD_REFURBISHED'],
  ...['GOOD_REFURBISHED', 'SELLER_REFURBISHED', 'USED_EXCELLENT', 'USED_VERY_GOOD', 'USED_GOOD'],
] as const;

const offerFields = {
  availableQuantity: units,
  categoryId: z.string().regex(/^\d+$/),
  listingDescription: z.string().min(1).max(500_000),
  listingDuration: z.literal('GTC'),
  listingPolicies: z.strictObject({
    fulfillmentPolicyId: z.string().min(1),
    paymentPolicyId: z.string().min(1),
    returnPolicyId: z.string().min(1),
  }),
  merchantLocationKey: z.string().min(1),
  pricingSummary: z.strictObject({ price: amount }),
};

const bodies = {
  item: z.strictObject({
    availability: z.strictObject({ shipToLocationAvailability: z.strictObject({ quantity: units }) }),
    condition: z.enum(conditions),
    product: z.strictObject({
      title: z.string().min(1).max(80),
      description: z.string().min(1).max(4000),
      brand: z.string().max(65),
      mpn: z.string().max(65).optional(),
      upc: z.array(z.string().regex(/^\d{12}$/)).optional(),
      ean: z.array(z.string().regex(/^\d{8}(\d{5})?$/)).optional(),
      aspects: z.record(z.string().max(65), z.array(z.string().min(1).max(65)).min(1)),
      imageUrls: z
        .array(z.url({ protocol: /^https$/ }))
        .min(1)
        .max(24),
    }),
  }),
  newOffer: z.strictObject({
    ...offerFields,
    sku: z.string().min(1).max(50),
    marketplaceId: z.literal('EBAY_US'),
    format: z.literal('FIXED_PRICE'),
  }),
  offer: z.strictObject(offerFields),
  change: z.strictObject({
    requests: z
      .array(
        z.strictObject({
          sku: z.string().min(1).max(50),
          shipToLocationAvailability: z.strictObject({ quantity: units }),
          offers: z
            .array(z.strictObject({ offerId: z.string().min(1), availableQuantity: units, price: amount }))
            .length(1),
        }),
      )
      .min(1)
      .max(25),
  }),
  shipment: z
    .strictObject({
      lineItems: z
        .array(z.strictObject({ lineItemId: z.string().min(1), quantity: z.number().int().positive() }))
        .min(1),
      shippedDate: z.iso.datetime(),
      shippingCarrierCode: z.string().min(1).optional(),
      trackingNumber: z
        .string()
        .regex(/^[A-Za-z0-9]+$/)
        .optional(),
    })
    .refine(
      ({ shippingCarrierCode, trackingNumber }) =>
        (shippingCarrierCode === undefined) === (trackingNumber === undefined),
      'trackingNumber and shippingCarrierCode are mutually dependent',
    ),
  refund: z.strictObject({
    reasonForRefund: z.enum(['BUYER_CANCEL', 'SELLER_CANCEL', 'BUYER_RETURN', 'OTHER_ADJUSTMENT']),
    orderLevelRefundAmount: amount,
    comment: z.string().max(100).optional(),
  }),
};

type Offer = { offerId: string; sku: string; quantity: number; price: string; listingId: string | null };
type Refund = { refundId: string; refundStatus: string; amount: { value: string; currency: string } };
type Line = { lineItemId: string; sku: string; title: string; quantity: number; cost: string; tax: string };
export type EbayTestOrder = {
  orderId: string;
  createdAt: Date;
  modifiedAt: Date;
  paymentStatus: string;
  cancelState: string;
  currency: string;
  country: string;
  lines: Line[];
  delivery: string;
  discount: string;
  fee: string;
  refunds: Refund[];
  shipments: z.output<typeof bodies.shipment>[];
};

export const ebayKeys = {
  clientId: 'Shop-Reprise-PRD-1',
  clientSecret: 'PRD-secret',
  refreshToken: 'v^1.1#refresh',
};

/**
 * Opens a stand-in for eBay that takes only what the published OpenAPI documents of the Sell APIs allow. `fail` cuts the
 * line of the next call whose method and path end so, after the call took effect if `isLate`; `refuse` answers it with
 * an error.
 */
export async function openEbay() {
  const items = new Map<string, z.output<typeof bodies.item>>();
  const offers = new Map<string, Offer>();
  const orders = new Map<string, EbayTestOrder>();
  const state = {
    calls: [] as string[],
    fail: null as { call: string; isLate: boolean } | null,
    refuse: null as { call: string; message: string } | null,
    isKeyValid: true,
    next: 1,
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refused)) console.error(error);
      const { status, body } = error instanceof Refused ? error : new Refused(500, String(error));
      send(response, status, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://ebay');
    const name = `${request.method} ${url.pathname}`;
    const text = await bodyOf(request);
    if (url.pathname === '/identity/v1/oauth2/token')
      return send(response, ...tokenFor(request, text, state.isKeyValid));
    state.calls.push(name);
    if (request.headers.authorization !== 'Bearer access' || !state.isKeyValid)
      throw new Refused(401, 'Invalid access token');
    const { fail, refuse } = state;
    if (fail && name.endsWith(fail.call) && !fail.isLate) {
      state.fail = null;
      response.destroy();
      return;
    }
    if (refuse && name.endsWith(refuse.call)) {
      state.refuse = null;
      throw new Refused(400, refuse.message);
    }
    const [status, body] = route(request, url, text);
    if (fail && name.endsWith(fail.call)) {
      state.fail = null;
      response.destroy();
      return;
    }
    send(response, status, body);
  }

  function route(request: IncomingMessage, url: URL, text: string): [number, object | null] {
    const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
    const [, api, , kind = '', id = '', action = ''] = parts;
    const method = request.method ?? '';
    const hasBody = method === 'PUT' || (method === 'POST' && !['publish', 'withdraw'].includes(action));
    if (hasBody && request.headers['content-type'] !== 'application/json')
      throw new Refused(415, 'Content-Type');
    if (
      api === 'inventory' &&
      hasBody &&
      kind !== 'bulk_update_price_quantity' &&
      request.headers['content-language'] !== 'en-US'
    )
      throw new Refused(400, 'Missing Content-Language');
    const json: unknown = text === '' ? null : JSON.parse(text);
    switch (`${method} ${kind}${id ? '/id' : ''}${action ? `/${action}` : ''}`) {
      case 'GET fulfillment_policy':
        return [200, { fulfillmentPolicies: [{ fulfillmentPolicyId: 'f1', name: 'Free shipping' }] }];
      case 'GET payment_policy':
        return [200, { paymentPolicies: [{ paymentPolicyId: 'p1', name: 'Immediate payment' }] }];
      case 'GET return_policy':
        return [200, { returnPolicies: [{ returnPolicyId: 'r1', name: '30 days' }] }];
      case 'GET location':
        return [200, { locations: [{ merchantLocationKey: 'main', name: 'Workshop' }] }];
      case 'PUT inventory_item/id':
        if (id.length > 50) throw new Refused(400, 'SKU is too long');
        items.set(id, parse(bodies.item, json));
        return [204, null];
      case 'GET offer': {
        const found = [...offers.values()].filter(({ sku }) => sku === url.searchParams.get('sku'));
        if (found.length === 0) throw new Refused(404, 'No offers found');
        return [200, { offers: found.map(({ offerId }) => ({ offerId, status: 'UNPUBLISHED' })) }];
      }
      case 'POST offer': {
        const body = parse(bodies.newOffer, json);
        if (!items.has(body.sku)) throw new Refused(400, 'SKU could not be found');
        if ([...offers.values()].some(({ sku }) => sku === body.sku))
          throw new Refused(400, 'Offer entity already exists.');
        const offerId = `offer-${state.next++}`;
        const price = body.pricingSummary.price.value;
        offers.set(offerId, {
          offerId,
          sku: body.sku,
          quantity: body.availableQuantity,
          price,
          listingId: null,
        });
        return [201, { offerId }];
      }
      case 'PUT offer/id': {
        const body = parse(bodies.offer, json);
        const offer = offerOf(id);
        offers.set(id, {
          ...offer,
          quantity: body.availableQuantity,
          price: body.pricingSummary.price.value,
        });
        return [204, null];
      }
      case 'POST offer/id/publish': {
        const offer = offerOf(id);
        if (offer.quantity === 0 && offer.listingId === null)
          throw new Refused(400, 'Available quantity is required');
        offer.listingId ??= `1100${state.next++}`;
        return [200, { listingId: offer.listingId }];
      }
      case 'POST offer/id/withdraw': {
        const offer = offerOf(id);
        if (offer.listingId === null) throw new Refused(400, 'The offer is not published');
        offer.listingId = null;
        return [200, { listingId: 'ended' }];
      }
      case 'DELETE offer/id':
        offerOf(id);
        offers.delete(id);
        return [204, null];
      case 'POST bulk_update_price_quantity':
        return [200, { responses: parse(bodies.change, json).requests.map(change) }];
      case 'GET order':
        return [200, page(url)];
      case 'GET order/id':
        return [200, shown(orderOf(id))];
      case 'GET order/id/shipping_fulfillment':
        return [
          200,
          { fulfillments: orderOf(id).shipments.map((_, index) => ({ fulfillmentId: String(index) })) },
        ];
      case 'POST order/id/shipping_fulfillment': {
        const order = orderOf(id);
        if (order.shipments.length > 0) throw new Refused(400, 'The order has been fulfilled already');
        const shipment = parse(bodies.shipment, json);
        const unknown = shipment.lineItems.find(
          ({ lineItemId }) => !order.lines.some((line) => line.lineItemId === lineItemId),
        );
        if (unknown) throw new Refused(400, `Invalid line item id: ${unknown.lineItemId}`);
        order.shipments.push(shipment);
        return [201, {}];
      }
      case 'POST order/id/issue_refund': {
        const { orderLevelRefundAmount } = parse(bodies.refund, json);
        const order = orderOf(id);
        if (order.cancelState === 'CANCELED') throw new Refused(400, 'The order is cancelled');
        const refund = {
          refundId: `refund-${state.next++}`,
          refundStatus: 'PENDING',
          amount: orderLevelRefundAmount,
        };
        order.refunds.push(refund);
        return [200, { refundId: refund.refundId, refundStatus: refund.refundStatus }];
      }
      default:
        throw new Refused(404, `No such call: ${method} ${url.pathname}`);
    }
  }

  function offerOf(id: string): Offer {
    const offer = offers.get(id);
    if (!offer) throw new Refused(404, 'Offer not found');
    return offer;
  }

  function change({ sku, offers: [wanted] }: z.output<typeof bodies.change>['requests'][number]) {
    const offer = wanted && offers.get(wanted.offerId);
    const errors = [{ errorId: 25709, message: 'Invalid value for offerId.' }];
    if (!wanted || !offer || offer.sku !== sku)
      return { sku, offerId: wanted?.offerId, statusCode: 400, errors };
    offer.quantity = wanted.availableQuantity;
    offer.price = wanted.price.value;
    return { sku, offerId: wanted.offerId, statusCode: 200 };
  }

  function page(url: URL) {
    const filter = url.searchParams.get('filter') ?? '';
    const [, from = ''] = /^lastmodifieddate:\[(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\.\.\]$/.exec(filter) ?? [];
    if (from === '') throw new Refused(400, `Invalid filter value ${filter}`);
    const limit = Number(url.searchParams.get('limit'));
    const offset = Number(url.searchParams.get('offset'));
    if (!(limit >= 1 && limit <= 200)) throw new Refused(400, `Invalid limit: ${limit}`);
    const all = [...orders.values()].filter(({ modifiedAt }) => modifiedAt >= new Date(from));
    const next = offset + limit < all.length ? { next: 'more' } : {};
    return {
      orders: all.slice(offset, offset + limit).map(shown),
      total: all.length,
      limit,
      offset,
      ...next,
    };
  }

  function orderOf(id: string): EbayTestOrder {
    const order = orders.get(id);
    if (!order) throw new Refused(404, 'Order not found');
    return order;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    items,
    offers,
    orders,
    state,
    offerBySku: (sku: string) => [...offers.values()].find((offer) => offer.sku === sku),
    /** Has a buyer order and pay. `cost` is for all units of a line. */
    sell(
      orderId: string,
      lines: (Pick<Line, 'sku' | 'quantity' | 'cost'> & Partial<Line>)[],
      rest: Partial<EbayTestOrder> = {},
    ) {
      const now = new Date();
      const order: EbayTestOrder = {
        orderId,
        ...{ createdAt: now, modifiedAt: now, paymentStatus: 'PAID', cancelState: 'NONE_REQUESTED' },
        ...{
          currency: 'USD',
          country: 'US',
          delivery: '0.00',
          discount: '0.00',
          fee: '12.34',
          refunds: [],
          shipments: [],
        },
        lines: lines.map((line, index) => ({
          lineItemId: `${orderId}-${index + 1}`,
          title: line.sku,
          tax: '0.00',
          ...line,
        })),
        ...rest,
      };
      orders.set(orderId, order);
      return order;
    },
    /** Changes an order as eBay or its buyer does. */
    change(orderId: string, change: Partial<EbayTestOrder>) {
      orders.set(orderId, { ...orderOf(orderId), modifiedAt: new Date(), ...change });
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

class Refused extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
    this.body = { errors: [{ errorId: 25001, domain: 'API', category: 'REQUEST', message }] };
  }
}

function parse<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Refused(400, `Not by the published API: ${z.prettifyError(parsed.error)}`);
}

function tokenFor(request: IncomingMessage, text: string, isKeyValid: boolean): [number, object] {
  const { clientId, clientSecret, refreshToken } = ebayKeys;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const form = new URLSearchParams(text);
  const isValid =
    isKeyValid &&
    request.headers.authorization === basic &&
    form.get('grant_type') === 'refresh_token' &&
    form.get('refresh_token') === refreshToken;
  if (!isValid)
    return [
      400,
      { error: 'invalid_grant', error_description: 'the provided authorization refresh token is invalid' },
    ];
  return [200, { access_token: 'access', expires_in: 7200, token_type: 'User Access Token' }];
}

function shown(order: EbayTestOrder) {
  const { currency } = order;
  const money = (value: string) => ({ value, currency });
  const negative = (value: string) => money(Number(value) === 0 ? '0.0' : `-${value}`);
  return {
    orderId: order.orderId,
    creationDate: order.createdAt.toISOString(),
    lastModifiedDate: order.modifiedAt.toISOString(),
    orderPaymentStatus: order.paymentStatus,
    orderFulfillmentStatus: order.shipments.length > 0 ? 'FULFILLED' : 'NOT_STARTED',
    cancelStatus: { cancelState: order.cancelState, cancelRequests: [] },
    buyer: { username: 'buyer_77' },
    fulfillmentStartInstructions: [
      {
        fulfillmentInstructionsType: 'SHIP_TO',
        shippingStep: {
          shippingServiceCode: 'USPSPriority',
          shipTo: {
            fullName: 'Ada May Lovelace',
            primaryPhone: { phoneNumber: '5550100' },
            contactAddress: {
              addressLine1: '12 Analytical Row',
              city: 'Austin',
              stateOrProvince: 'TX',
              postalCode: '78701',
              countryCode: order.country,
            },
          },
        },
      },
    ],
    lineItems: order.lines.map(({ cost, tax, ...line }) => ({
      ...line,
      lineItemCost: money(cost),
      ebayCollectAndRemitTaxes: Number(tax) === 0 ? [] : [{ taxType: 'STATE_SALES_TAX', amount: money(tax) }],
    })),
    pricingSummary: { deliveryCost: money(order.delivery), priceDiscount: negative(order.discount) },
    paymentSummary: { payments: [], refunds: order.refunds },
    totalMarketplaceFee: money(order.fee),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}

function send(response: ServerResponse, status: number, body: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === null ? undefined : JSON.stringify(body));
}
