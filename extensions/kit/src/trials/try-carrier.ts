import { checkedAdapter, faultOf } from '../adapter-shape.ts';
import {
  type BoughtLabel,
  type Carrier,
  type CarrierAddress,
  CarrierRefusal,
  carrierShape,
  type Parcel,
} from '../carrier.ts';
import { cents } from '../money.ts';
import { brokenRules, thrownBy } from './broken-rules.ts';

type Shipment = { from: CarrierAddress; to: CarrierAddress; parcel: Parcel };

/** Buys and refunds one label, and one of a return if the carrier has them; returns the rules that it breaks. */
export async function tryCarrier(adapter: Carrier, shipment: Shipment): Promise<string[]> {
  const fault = faultOf<Carrier>(adapter, carrierShape);
  if (fault !== null) return [fault];
  const carrier = checkedAdapter<Carrier>('The carrier', adapter, carrierShape);
  const reference = `trial-${Date.now()}`;
  const items = [{ description: 'Phone', quantity: 1, grams: 300, valueCents: cents(10_000) }];
  const { shipmentId, rates } = await carrier.quote({ reference, items, ...shipment });
  const [cheapest] = rates;
  let bought: BoughtLabel | undefined;
  return brokenRules({
    'quotes the cheapest rate first': async () =>
      cheapest !== undefined && rates.every(({ price }) => price >= cheapest.price),
    'returns the reference of a shipment unchanged': async () =>
      (await carrier.readShipment(shipmentId)).reference === reference,
    'says of a new shipment that it has no label': async () =>
      (await carrier.readShipment(shipmentId)).label === null,
    'refuses an unknown shipment with CarrierRefusal': async () =>
      (await thrownBy(() => carrier.readShipment('unknown'))) instanceof CarrierRefusal,
    'buys the label of a rate at its price': async () => {
      bought = await carrier.buy(shipmentId, cheapest?.id ?? '');
      return bought.costCents === cheapest?.price && bought.trackingNumber !== '';
    },
    'returns the label of a shipment after an answer was lost': async () => {
      const { label } = await carrier.readShipment(shipmentId);
      return label !== null && label.trackingNumber === bought?.trackingNumber;
    },
    'says of a refunded label that a refund was requested': async () => {
      const state = await carrier.refund(shipmentId);
      return state === 'rejected' || (await carrier.readShipment(shipmentId)).refund !== null;
    },
    'buys the label of a return at its price': async () => {
      if (carrier.returns === undefined) return true;
      const { from, to, parcel } = shipment;
      const back = { reference: `${reference}-back`, items, parcel, from: to, to: from };
      const quoted = await carrier.returns.quote(back);
      const [rate] = quoted.rates;
      if (!rate || (await carrier.readShipment(quoted.shipmentId)).reference !== back.reference) return false;
      const label = await carrier.buy(quoted.shipmentId, rate.id);
      await carrier.refund(quoted.shipmentId);
      return label.costCents === rate.price && label.trackingNumber !== bought?.trackingNumber;
    },
    'rejects an event that its secret did not sign': async () => {
      const event = { body: Buffer.from('{}'), signature: 'hmac-sha256-hex=00' };
      const { events } = carrier;
      return events === null || (await thrownBy(() => events.read(event, 'secret'))) !== undefined;
    },
  });
}
