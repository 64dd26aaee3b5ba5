import type { Cents } from '@reprise/contract/money';
import {
  type CarrierRate,
  type ParcelStatus,
  parcelStatuses,
} from '@reprise/contract/sales/orders/shipping/labels';
import type { Parcel } from '@reprise/contract/sales/orders/shipping/parcel';
import { z } from 'zod';
import { type AdapterShape, makes, part, returns, value, wholeCents } from './adapter-shape.ts';
import { currenciesShape, type TakesCurrencies } from './currencies.ts';
import type { PostalAddress } from './postal-address.ts';

export { type CarrierRate, type Parcel, type ParcelStatus, parcelStatuses };

/** Address for a carrier; `state` is a code in the United States and Canada. */
export type CarrierAddress = PostalAddress & { email?: string };

/** Customs declaration of an item of a parcel that leaves the country. */
export type CustomsItem = { description: string; quantity: number; grams: number; valueCents: Cents };

type ShipmentRequest = {
  /** Id of the order or of the return, which the shipment keeps. */
  reference: string;
  from: CarrierAddress;
  to: CarrierAddress;
  parcel: Parcel;
  items: CustomsItem[];
};

type Quoted = { shipmentId: string; rates: CarrierRate[]; messages: string[] };

/** `labelUrl` leads to the label as PDF without any key. */
export type BoughtLabel = {
  carrier: string;
  service: string;
  costCents: Cents;
  trackingNumber: string;
  labelUrl: string;
};

/** `rejected` includes carriers that charge unused labels nothing. */
export type RefundState = 'submitted' | 'refunded' | 'rejected';

export type KnownShipment = {
  reference: string;
  rates: CarrierRate[];
  /** Null until a label is bought. */
  label: BoughtLabel | null;
  /** Null without a request for one. */
  refund: RefundState | null;
};

/** A step of a parcel as its carrier reports it. `at` is the time in UTC. */
export type ParcelStep = { status: ParcelStatus; message: string; location: string | null; at: Date };

/** All steps of a parcel so far. */
export type ParcelUpdate = { trackingNumber: string; steps: ParcelStep[] };

/**
 * Buys labels of carriers. Call it outside of transactions only. Throws CarrierRefusal for a request that will not work
 * and the problem UNAVAILABLE if there is no answer, after which the call may have had its effect.
 */
export type Carrier = TakesCurrencies & {
  /** Prices of a parcel, cheapest first, in the store's currency. */
  quote(request: ShipmentRequest): Promise<Quoted>;
  /** Absent for a service without return labels: customers then choose a carrier themselves. */
  returns?: ReturnLabels;
  readShipment(shipmentId: string): Promise<KnownShipment>;
  /** Buys a rate of a shipment that has no label. */
  buy(shipmentId: string, rateId: string): Promise<BoughtLabel>;
  refund(shipmentId: string): Promise<RefundState>;
  /** Returns null for an address that exists, else what is wrong with it. */
  checkAddress(address: CarrierAddress): Promise<string | null>;
  /** Null for a service whose parcels are not followed. */
  events: ParcelEvents | null;
};

type ReturnLabels = {
  /** The same for a parcel that a customer sends: `from` is the customer, `to` the store. */
  quote(request: ShipmentRequest): Promise<Quoted>;
};

type ParcelEvents = {
  /** Has events sent to this address, signed with the secret; returns an id for `unsubscribe`. */
  subscribe(url: string, secret: string): Promise<string>;
  unsubscribe(id: string): Promise<void>;
  /** Reads an event; null for one about something else. Throws if the signature is not by the secret. */
  read(event: { body: Buffer; signature: string }, secret: string): ParcelUpdate | null;
};

/** A service whose key staff enter on a screen of the shop. */
export type CarrierService = TakesCurrencies & {
  name: string;
  /** Setting of the environment with the URL of a stand-in on this machine. */
  standInSetting: string;
  /** True for a key whose labels cost nothing and are not valid. */
  isTestKey(apiKey: string): boolean;
  /** `apiUrl`: of a stand-in; undefined for the service itself. */
  open(access: { apiKey: string; apiUrl: string | undefined }): Carrier;
};

/** A request that the service refused, in its words. */
export class CarrierRefusal extends Error {
  override name = 'CarrierRefusal';
  /** True if the key was refused. */
  readonly isKey: boolean;

  constructor(message: string, isKey = false) {
    super(message);
    this.isKey = isKey;
  }
}

const rates = z.array(
  z.object({
    id: z.string(),
    carrier: z.string(),
    service: z.string(),
    price: wholeCents,
    days: z.number().int().nullable(),
  }),
);
const quoted = z.object({ shipmentId: z.string(), rates, messages: z.array(z.string()) });
const boughtLabel = z.object({
  carrier: z.string(),
  service: z.string(),
  costCents: wholeCents,
  trackingNumber: z.string(),
  labelUrl: z.string(),
});
const refundState = z.enum(['submitted', 'refunded', 'rejected'] satisfies RefundState[]);
const parcelStep = z.object({
  status: z.enum(parcelStatuses),
  message: z.string(),
  location: z.string().nullable(),
  at: z.date(),
});

export const carrierShape = {
  currencies: currenciesShape,
  quote: returns(quoted),
  returns: part({ quote: returns(quoted) }, undefined),
  readShipment: returns(
    z.object({
      reference: z.string(),
      rates,
      label: boughtLabel.nullable(),
      refund: refundState.nullable(),
    }),
  ),
  buy: returns(boughtLabel),
  refund: returns(refundState),
  checkAddress: returns(z.string().nullable()),
  events: part(
    {
      subscribe: returns(z.string()),
      unsubscribe: returns(),
      read: returns(z.object({ trackingNumber: z.string(), steps: z.array(parcelStep) }).nullable()),
    },
    null,
  ),
} satisfies AdapterShape<Carrier>;

export const carrierServiceShape = {
  currencies: currenciesShape,
  name: value(z.string().min(1)),
  standInSetting: value(z.string()),
  isTestKey: returns(z.boolean()),
  open: makes<Carrier>(carrierShape),
} satisfies AdapterShape<CarrierService>;
