import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const inches = z.number().positive().max(200);
const address = z.object({
  name: z.string().min(1),
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string().min(1),
  country: z.string().regex(/^[A-Z]{2}$/),
  phone: z.string().optional(),
  email: z.string().optional(),
});
const customs = z.object({
  contents_type: z.enum(['merchandise', 'returned_goods']),
  customs_certify: z.literal(true),
  customs_signer: z.string().min(1),
  eel_pfc: z.string(),
  restriction_type: z.literal('none'),
  non_delivery_option: z.enum(['return', 'abandon']),
  customs_items: z
    .array(
      z.object({
        description: z.string().min(1).max(200),
        quantity: z.number().int().positive(),
        weight: z.number().positive(),
        value: z.number().nonnegative(),
        currency: z.string().regex(/^[A-Z]{3}$/),
        origin_country: z.string().regex(/^[A-Z]{2}$/),
      }),
    )
    .min(1),
});
const bodies = {
  shipment: z.object({
    shipment: z
      .object({
        reference: z.string(),
        is_return: z.literal(true).optional(),
        from_address: address,
        to_address: address,
        parcel: z.object({ length: inches, width: inches, height: inches, weight: z.number().positive() }),
        options: z.object({ label_format: z.literal('PDF'), label_size: z.literal('4x6') }).optional(),
        customs_info: customs.optional(),
      })
      .refine(
        ({ from_address, to_address, customs_info }) =>
          (from_address.country === to_address.country) === (customs_info === undefined),
        'customs_info is required for a shipment abroad',
      )
      .refine(
        ({ is_return, customs_info }) =>
          customs_info === undefined ||
          (customs_info.contents_type === 'returned_goods') === (is_return === true),
        'contents_type does not fit the direction',
      ),
  }),
  buy: z.object({ rate: z.object({ id: z.string() }) }),
  address: z.object({ address, verify: z.literal(true) }),
  webhook: z.object({ webhook: z.object({ url: z.url(), webhook_secret: z.string().min(20) }) }),
};

type Rate = {
  id: string;
  carrier: string;
  service: string;
  rate: string;
  currency: string;
  delivery_days: number | null;
};
type Shipment = {
  id: string;
  reference: string;
  rates: Rate[];
  messages: object[];
  selected_rate: Rate | null;
  tracking_code: string | null;
  postage_label: { label_url: string; label_pdf_url: null } | null;
  refund_status: string | null;
};

type Step = { status: string; message?: string; datetime: string; city?: string };

export const easypostKey = `EZTK${'a'.repeat(40)}`;

/**
 * Opens a stand-in for EasyPost that is strict about its published API: https://docs.easypost.com. `fail` cuts the line
 * of the next call to a path with this ending, after the call took effect if `isLate`.
 */
export async function openEasyPost() {
  const shipments = new Map<string, Shipment & { request: z.output<typeof bodies.shipment>['shipment'] }>();
  const webhooks = new Map<string, { url: string; webhook_secret: string }>();
  const state = {
    prices: ['12.40', '7.58', '41.00'],
    refundStatus: 'submitted',
    fail: null as null | { path: string; isLate: boolean },
    bought: 0,
  };
  let url = '';
  const rates = (): Rate[] => [
    rateOf('UPS', 'Ground', state.prices[0] ?? '', 4),
    rateOf('USPS', 'GroundAdvantage', state.prices[1] ?? '', null),
    rateOf('UPS', 'NextDayAir', state.prices[2] ?? '', 1),
    { ...rateOf('CanadaPost', 'Expedited', '5.00', 3), currency: 'CAD' },
  ];
  const routes: [string, RegExp, (id: string, body: unknown) => object][] = [
    [
      'POST',
      /^\/v2\/shipments$/,
      (_id, body) => {
        const { shipment: request } = bodies.shipment.parse(body);
        const id = `shp_${randomUUID().replaceAll('-', '')}`;
        const messages = [
          {
            carrier: 'FedEx',
            type: 'rate_error',
            message: 'Account is not active',
            carrier_account_id: 'ca_1',
          },
        ];
        const none = { selected_rate: null, tracking_code: null, postage_label: null, refund_status: null };
        const shipment = { id, reference: request.reference, rates: rates(), messages, ...none };
        shipments.set(id, { ...shipment, request });
        return shipment;
      },
    ],
    ['GET', /^\/v2\/shipments\/(\w+)$/, (id) => found(id)],
    [
      'POST',
      /^\/v2\/shipments\/(\w+)\/buy$/,
      (id, body) => {
        const shipment = found(id);
        const rate = shipment.rates.find((one) => one.id === bodies.buy.parse(body).rate.id);
        if (shipment.postage_label)
          throw new Refusal(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.');
        if (!rate) throw new Refusal(422, 'RATE.INVALID', 'Unable to find the rate.');
        state.bought += 1;
        shipment.selected_rate = rate;
        shipment.tracking_code = `9400${String(state.bought).padStart(18, '0')}`;
        shipment.postage_label = { label_url: `${url}/label/${id}.pdf`, label_pdf_url: null };
        return shipment;
      },
    ],
    [
      'POST',
      /^\/v2\/shipments\/(\w+)\/refund$/,
      (id) => {
        const shipment = found(id);
        if (!shipment.postage_label)
          throw new Refusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'No label was bought.');
        shipment.refund_status = state.refundStatus;
        return shipment;
      },
    ],
    [
      'POST',
      /^\/v2\/addresses$/,
      (_id, body) => {
        const { address: asked } = bodies.address.parse(body);
        const isKnown = !asked.street1.includes('Nowhere');
        const errors = isKnown
          ? []
          : [{ code: 'E.ADDRESS.NOT_FOUND', field: 'address', message: 'Address not found' }];
        return { id: 'adr_1', ...asked, verifications: { delivery: { success: isKnown, errors } } };
      },
    ],
    [
      'POST',
      /^\/v2\/webhooks$/,
      (_id, body) => {
        const { webhook } = bodies.webhook.parse(body);
        const id = `hook_${randomUUID().replaceAll('-', '')}`;
        webhooks.set(id, webhook);
        return { id, object: 'Webhook', url: webhook.url };
      },
    ],
    [
      'DELETE',
      /^\/v2\/webhooks\/(\w+)$/,
      (id) => {
        webhooks.delete(id);
        return {};
      },
    ],
  ];
  const found = (id: string) => {
    const shipment = shipments.get(id);
    if (!shipment) throw new Refusal(404, 'NOT_FOUND', 'The requested resource could not be found.');
    return shipment;
  };
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/label/')) return sendLabel(response);
    const text = await bodyOf(request);
    const { method = '', url: path = '' } = request;
    const isCut = state.fail !== null && path.endsWith(state.fail.path);
    if (isCut && !state.fail?.isLate) return cut(response, state);
    try {
      const expected = `Basic ${Buffer.from(`${easypostKey}:`).toString('base64')}`;
      if (request.headers.authorization !== expected) throw new Refusal(401, 'APIKEY.INVALID', 'Bad key.');
      for (const [verb, pattern, answer] of routes) {
        const match = pattern.exec(path);
        if (verb !== method || !match) continue;
        const result = answer(match[1] ?? '', text === '' ? {} : JSON.parse(text));
        if (isCut) return cut(response, state);
        return send(response, method === 'POST' ? 201 : 200, result);
      }
      throw new Refusal(404, 'NOT_FOUND', `There is no ${method} ${path}.`);
    } catch (error) {
      if (error instanceof Refusal)
        return send(response, error.status, {
          error: { code: error.code, message: error.message, errors: [] },
        });
      const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      send(response, 422, { error: { code: 'PARAMETER.INVALID', message, errors: [] } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    state,
    shipments,
    webhooks,
    /** Body of an event about a parcel, and its signature by the secret of the only webhook. */
    eventOf(trackingCode: string, steps: Step[]) {
      const [webhook] = webhooks.values();
      const body = JSON.stringify(trackerEvent(trackingCode, steps));
      const digest = createHmac('sha256', webhook?.webhook_secret ?? '')
        .update(body)
        .digest('hex');
      return { body, signature: `hmac-sha256-hex=${digest}` };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function rateOf(carrier: string, service: string, rate: string, days: number | null): Rate {
  return {
    id: `rate_${randomUUID().replaceAll('-', '')}`,
    carrier,
    service,
    rate,
    currency: 'USD',
    delivery_days: days,
  };
}

function trackerEvent(trackingCode: string, steps: Step[]) {
  const details = steps.map(({ status, message = status, datetime, city = 'Reno' }) => ({
    object: 'TrackingDetail',
    message,
    status,
    datetime,
    source: 'USPS',
    tracking_location: { object: 'TrackingLocation', city, state: 'NV', country: 'US', zip: null },
  }));
  return {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'Event',
    mode: 'test',
    description: 'tracker.updated',
    previous_attributes: {},
    result: {
      id: 'trk_1',
      object: 'Tracker',
      mode: 'test',
      tracking_code: trackingCode,
      carrier: 'USPS',
      status: steps.at(-1)?.status ?? 'unknown',
      tracking_details: details,
    },
  };
}

function cut(response: ServerResponse, state: { fail: unknown }): void {
  state.fail = null;
  response.destroy();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const emptyPdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

function sendLabel(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/pdf' }).end(emptyPdf);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}
