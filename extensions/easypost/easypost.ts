import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  BoughtLabel,
  Carrier,
  CarrierAddress,
  CarrierRate,
  CarrierService,
  CustomsItem,
  KnownShipment,
  Parcel,
  ParcelUpdate,
  RefundState,
} from '@reprise/extension/carrier';
import { type Cents, storeCurrency, timesCents, toCents, toDecimal } from '@reprise/extension/money';
import { Problem } from '@reprise/extension/problem';
import { z } from 'zod';
import { type EasyPostAccess, easyPostClient } from './easypost-client.ts';
import { created, parcelEvent, type rate, shipment, verifiedAddress } from './easypost-shapes.ts';

/** EasyPost, by its published API: https://docs.easypost.com */
function openEasyPost(access: EasyPostAccess): Carrier {
  const { call } = easyPostClient(access);
  const pathOf = (id: string) => `/shipments/${encodeURIComponent(id)}`;
  const quote = async (request: object) => {
    const answer = await call('POST', '/shipments', shipment, { shipment: request });
    const messages = (answer.messages ?? []).map(({ carrier, message }) =>
      [carrier, typeof message === 'string' ? message : null].filter(Boolean).join(': '),
    );
    const rates = ratesOf(answer);
    if (rates.length === 0) messages.push(...otherCurrencies(answer));
    return { shipmentId: answer.id, rates, messages: [...new Set(messages)] };
  };
  return {
    quote: (request) => quote(shipmentOf(request)),
    returns: { quote: (request) => quote(returnOf(request)) },
    async readShipment(id) {
      return knownOf(await call('GET', pathOf(id), shipment));
    },
    async buy(id, rateId) {
      const answer = await call('POST', `${pathOf(id)}/buy`, shipment, { rate: { id: rateId } });
      const { label } = knownOf(answer);
      if (label) return label;
      throw new Problem('UNAVAILABLE', 'EasyPost has not made the label yet. Check again in a moment.');
    },
    async refund(id) {
      return refundOf((await call('POST', `${pathOf(id)}/refund`, shipment, {})).refund_status) ?? 'rejected';
    },
    async checkAddress(address) {
      const answer = await call('POST', '/addresses', verifiedAddress, {
        address: addressOf(address),
        verify: true,
      });
      const delivery = answer.verifications?.delivery;
      if (!delivery || delivery.success) return null;
      return delivery.errors.map(({ message }) => message).join(' ') || 'The address was not found.';
    },
    events: {
      async subscribe(url, secret) {
        const webhook = { url, webhook_secret: secret };
        return (await call('POST', '/webhooks', created, { webhook })).id;
      },
      async unsubscribe(id) {
        await call('DELETE', `/webhooks/${encodeURIComponent(id)}`, z.unknown());
      },
      read: readEvent,
    },
  };
}

type ShipmentRequest = Parameters<Carrier['quote']>[0];

function shipmentOf({ reference, from, to, parcel, items }: ShipmentRequest) {
  return {
    reference,
    from_address: addressOf(from),
    to_address: addressOf(to),
    parcel: parcelOf(parcel),
    options: { label_format: 'PDF', label_size: '4x6' },
    ...(from.country !== to.country && { customs_info: customsOf(items, from) }),
  };
}

/** EasyPost takes the addresses of the first shipment and swaps them itself. */
function returnOf(request: ShipmentRequest) {
  const { customs_info: customs, ...first } = shipmentOf(request);
  return {
    ...first,
    is_return: true,
    from_address: first.to_address,
    to_address: first.from_address,
    ...(customs && { customs_info: { ...customs, contents_type: 'returned_goods' } }),
  };
}

function addressOf({ name, street, street2, city, state, zipCode, country, phone, email }: CarrierAddress) {
  return { name, street1: street, street2, city, state, zip: zipCode, country, phone, email };
}

const millimetersPerInch = 25.4;
const gramsPerOunce = 28.349523125;
const tenths = (value: number) => Math.ceil(value * 10) / 10;

/** In inches and ounces, rounded up: a parcel that is heavier than its label costs a surcharge. */
function parcelOf({ grams, lengthMm, widthMm, heightMm }: Parcel) {
  const [length = 0, width = 0, height = 0] = [lengthMm, widthMm, heightMm].map((side) =>
    tenths(side / millimetersPerInch),
  );
  return { length, width, height, weight: tenths(grams / gramsPerOunce) };
}

function customsOf(items: CustomsItem[], from: CarrierAddress) {
  return {
    contents_type: 'merchandise',
    customs_certify: true,
    customs_signer: from.name,
    eel_pfc: 'NOEEI 30.37(a)',
    restriction_type: 'none',
    non_delivery_option: 'return',
    customs_items: items.map(({ description, quantity, grams, valueCents }) => ({
      description: description.slice(0, 200),
      quantity,
      weight: tenths((quantity * grams) / gramsPerOunce),
      value: Number(toDecimal(timesCents(valueCents, quantity))),
      currency: storeCurrency().code,
      origin_country: from.country,
    })),
  };
}

type Rate = z.output<typeof rate>;
type Shipment = z.output<typeof shipment>;

const centsOf = (amount: string): Cents => toCents(Number(amount));

/** Cheapest first; rates in other currencies are left out. */
function ratesOf({ rates }: Shipment): CarrierRate[] {
  return rates
    .filter(({ currency }) => currency === storeCurrency().code)
    .map((one) => ({
      id: one.id,
      carrier: one.carrier,
      service: one.service,
      price: centsOf(one.rate),
      days: one.delivery_days ?? null,
    }))
    .sort((a, b) => a.price - b.price);
}

/** Says that there are rates which cannot be compared with amounts of the store. */
function otherCurrencies({ rates }: Shipment): string[] {
  const codes = [...new Set(rates.map(({ currency }) => currency))].sort();
  return codes.map(
    (code) => `The carriers charge ${code}, and this store counts in ${storeCurrency().code}.`,
  );
}

function knownOf(answer: Shipment): KnownShipment {
  const { reference, refund_status } = answer;
  return {
    reference: reference ?? '',
    rates: ratesOf(answer),
    label: labelOf(answer),
    refund: refundOf(refund_status),
  };
}

function labelOf({ postage_label, tracking_code, selected_rate }: Shipment): BoughtLabel | null {
  if (!postage_label || !tracking_code || !selected_rate) return null;
  const { carrier, service, rate: amount }: Rate = selected_rate;
  const labelUrl = postage_label.label_pdf_url ?? postage_label.label_url;
  return { carrier, service, costCents: centsOf(amount), trackingNumber: tracking_code, labelUrl };
}

function refundOf(status: string | null | undefined): RefundState | null {
  if (!status) return null;
  return status === 'submitted' || status === 'refunded' ? status : 'rejected';
}

function readEvent(
  { body, signature }: { body: Buffer; signature: string },
  secret: string,
): ParcelUpdate | null {
  const digest = createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex');
  const expected = Buffer.from(`hmac-sha256-hex=${digest}`);
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new Problem('VALIDATION_ERROR', 'The signature is invalid.');
  }
  const parsed = parcelEvent.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) return null;
  const { tracking_code, tracking_details } = parsed.data.result;
  return {
    trackingNumber: tracking_code,
    steps: tracking_details.flatMap((detail) => {
      const at = new Date(detail.datetime);
      if (Number.isNaN(at.getTime())) return [];
      const { city, state, country } = detail.tracking_location ?? {};
      const location = [city, state, country].filter(Boolean).join(', ') || null;
      return [{ status: detail.status, message: detail.message ?? '', location, at }];
    }),
  };
}

const easyPost: CarrierService = {
  name: 'EasyPost',
  standInSetting: 'EASYPOST_API_URL',
  isTestKey: (apiKey) => apiKey.startsWith('EZTK'),
  open: openEasyPost,
};
export default easyPost;
