import { type Carrier, type CarrierAddress, CarrierRefusal } from '@reprise/extension/carrier';
import { storeCurrency, toCents } from '@reprise/extension/money';

// Buys labels by the HTTP API of Shippo, within one country. CARRIER_ADAPTER=./extensions/shippo-carrier.ts SHIPPO_TOKEN=…

const { SHIPPO_URL = 'https://api.goshippo.com', SHIPPO_TOKEN = '' } = process.env;

type Rate = {
  object_id: string;
  amount: string;
  currency: string;
  provider: string;
  servicelevel: { name: string };
  estimated_days: number | null;
};
type Shipment = {
  object_id: string;
  metadata: string;
  rates: Rate[];
  messages: { source: string; text: string }[];
};
type Transaction = {
  object_id: string;
  status: string;
  rate: string;
  metadata: string;
  tracking_number: string;
  label_url: string;
  messages: { text: string }[];
};

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${SHIPPO_URL}${path}`, {
    method: body ? 'POST' : 'GET',
    signal: AbortSignal.timeout(15_000),
    headers: { authorization: `ShippoToken ${SHIPPO_TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return (await response.json()) as T;
  if (response.status >= 500) throw new Error(`Shippo answered ${response.status}`);
  throw new CarrierRefusal(`Shippo answered ${response.status}.`, response.status === 401);
}

const addressOf = ({ street, zipCode, ...address }: CarrierAddress) => ({
  ...address,
  street1: street,
  zip: zipCode,
});

const ratesOf = ({ rates }: Shipment) =>
  rates
    .filter(({ currency }) => currency === storeCurrency().code)
    .map(({ object_id, amount, provider, servicelevel, estimated_days }) => ({
      id: object_id,
      carrier: provider,
      service: servicelevel.name,
      price: toCents(Number(amount)),
      days: estimated_days,
    }))
    .sort((a, b) => a.price - b.price);

/** Returns the label of a shipment, which its transaction names in `metadata`. */
async function findTransaction(shipmentId: string): Promise<Transaction | undefined> {
  const { results } = await ask<{ results: Transaction[] }>('/transactions/?results=100');
  return results.find(({ metadata, status }) => metadata === shipmentId && status !== 'ERROR');
}

function labelOf(shipment: Shipment, { rate, tracking_number, label_url }: Transaction) {
  const bought = ratesOf(shipment).find(({ id }) => id === rate);
  if (!bought) throw new CarrierRefusal('Shippo does not know this rate.');
  const { carrier, service, price } = bought;
  return { carrier, service, costCents: price, trackingNumber: tracking_number, labelUrl: label_url };
}

const shippo: Carrier = {
  async quote({ reference, from, to, parcel }) {
    if (from.country !== to.country) throw new CarrierRefusal('This adapter declares nothing to customs.');
    const { lengthMm: length, widthMm: width, heightMm: height, grams: weight } = parcel;
    const shipment = await ask<Shipment>('/shipments/', {
      address_from: addressOf(from),
      address_to: addressOf(to),
      metadata: reference,
      async: false,
      parcels: [{ length, width, height, distance_unit: 'mm', weight, mass_unit: 'g' }],
    });
    const messages = shipment.messages.map(({ source, text }) => `${source}: ${text}`);
    return { shipmentId: shipment.object_id, rates: ratesOf(shipment), messages };
  },
  async readShipment(id) {
    const [shipment, transaction] = [await ask<Shipment>(`/shipments/${id}`), await findTransaction(id)];
    const refund = transaction?.status === 'REFUNDED' ? 'refunded' : null;
    const label = transaction ? labelOf(shipment, transaction) : null;
    return { reference: shipment.metadata, rates: ratesOf(shipment), label, refund };
  },
  async buy(id, rate) {
    const body = { rate, metadata: id, label_file_type: 'PDF_4x6', async: false };
    const transaction = await ask<Transaction>('/transactions/', body);
    if (transaction.status !== 'SUCCESS')
      throw new CarrierRefusal(transaction.messages.map(({ text }) => text).join(' '));
    return labelOf(await ask<Shipment>(`/shipments/${id}`), transaction);
  },
  async refund(id) {
    const transaction = await findTransaction(id);
    if (!transaction) return 'rejected';
    const refund = await ask<{ status: string }>('/refunds/', {
      transaction: transaction.object_id,
      async: false,
    });
    return refund.status === 'SUCCESS' ? 'refunded' : refund.status === 'ERROR' ? 'rejected' : 'submitted';
  },
  async checkAddress(address) {
    type Checked = { validation_results?: { is_valid: boolean; messages: { text: string }[] } };
    const { validation_results } = await ask<Checked>('/addresses/', {
      ...addressOf(address),
      validate: true,
    });
    if (!validation_results || validation_results.is_valid) return null;
    return validation_results.messages.map(({ text }) => text).join(' ');
  },
  events: null,
};

export default shippo;
