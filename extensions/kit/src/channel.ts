import type { Condition, Origin } from '@reprise/contract/catalog/products/conditions';
import type { Cents } from '@reprise/contract/money';
import { z } from 'zod';
import {
  type AdapterShape,
  assertResult,
  makes,
  returns,
  stream,
  value,
  wholeCents,
} from './adapter-shape.ts';
import { currenciesShape, type TakesCurrencies } from './currencies.ts';
import type { PostalAddress } from './postal-address.ts';

export type { Condition, Origin };

/** A product as a channel offers it. Amounts are in the store's currency. */
export type Offer = {
  sku: string;
  title: string;
  description: string;
  brand: string;
  condition: Condition;
  origin: Origin;
  /** Id of the shop's category; null without one. */
  categoryId: string | null;
  /** Addresses of pictures, the main one first. */
  imageUrls: string[];
  gtin: string | null;
  mpn: string | null;
  /** Properties by name: `{ Color: 'Midnight', Storage: '128 GB' }`. */
  properties: Record<string, string>;
  priceCents: Cents;
  quantity: number;
};

/** `offerId` names the offer in later calls; `url` is its page, null if there is none yet. */
type ListedOffer = { offerId: string; url: string | null };

export type OfferChange = { sku: string; offerId: string; priceCents: Cents; quantity: number };

/** Line of an order; `totalCents` is for all its units, before discounts. */
export type SoldLine = { id: string; sku: string; title: string; quantity: number; totalCents: Cents };

/** Refund as the channel lists it, made there or by the shop. */
export type ChannelRefund = { id: string; amountCents: Cents; state: 'pending' | 'succeeded' | 'failed' };

/** An order at the channel. Only paid ones are placed in the shop. */
export type SoldOrder = {
  id: string;
  state: 'unpaid' | 'paid' | 'cancelled';
  placedAt: Date;
  /** Time of its last change at the channel. */
  changedAt: Date;
  buyer: PostalAddress;
  lines: SoldLine[];
  /** Shipping that the buyer paid, and the discounts on items and shipping together. */
  shippingCents: Cents;
  discountCents: Cents;
  /** Tax that the channel collects and pays itself: no part of the order in the shop. */
  taxCollectedCents: Cents;
  /** Fee of the channel; null if it does not say. */
  feeCents: Cents | null;
  refunds: ChannelRefund[];
};

export type ChannelShipment = {
  /** Null if no tracking number was entered. */
  tracking: { carrier: string; number: string } | null;
  shippedAt: Date;
  /** `devices`: IMEI or serial number of each device of the line, as far as they are known. */
  lines: { id: string; quantity: number; devices: string[] }[];
};

export type RefundReason = 'cancelled' | 'returned' | 'other';

/**
 * Place that sells products of the shop. Call it outside of transactions only. Throws ChannelRefusal for a request that
 * will not work and the problem UNAVAILABLE if there is no answer, after which the call may have had its effect.
 */
export type Channel = TakesCurrencies & {
  /** Puts an offer on the channel, or replaces all of it if it has an id. */
  list(offer: Offer, offerId: string | null): Promise<ListedOffer>;
  /** Sends new prices and quantities, up to `maxChanges` at once; returns a sentence for each that was refused, by SKU. */
  change(changes: OfferChange[]): Promise<Map<string, string>>;
  /** Takes an offer off the channel; one that is gone is no error. */
  end(offer: { sku: string; offerId: string }): Promise<void>;
  /** Yields the orders in the store's currency that were changed from this time on, in any order, possibly more than once. */
  readOrders(changedFrom: Date): AsyncIterable<SoldOrder>;
  /** Says that an order is on its way. Repeated if the answer was lost. */
  ship(orderId: string, shipment: ChannelShipment): Promise<void>;
  /** Reads one order, with the refunds that the channel knows of. */
  readOrder(orderId: string): Promise<SoldOrder>;
  /**
   * Pays back a part of an order, or all of it. Called once for each refund: after a lost answer the shop finds the refund
   * in `readOrder` by its amount.
   */
  refund(orderId: string, refund: { amountCents: Cents; reason: RefundReason }): Promise<ChannelRefund>;
};

/** A connected account; `apiUrl`: of a stand-in, undefined for the marketplace itself. */
export type MarketplaceAccess<Account> = Account & { apiUrl: string | undefined };

/** A marketplace whose account staff connect on a screen of the shop; what the three types hold is its own. */
export type Marketplace<Account, Settings, Choices> = TakesCurrencies & {
  name: string;
  /** Setting of the environment with the URL of a stand-in on this machine. */
  standInSetting: string;
  open(access: MarketplaceAccess<Account>, settings: Settings): Channel;
  /** Reads what the settings can be chosen from; throws ChannelRefusal if the keys are refused. */
  readChoices(access: MarketplaceAccess<Account>): Promise<Choices>;
};

/** Changes that one call of `change` takes. */
export const maxChanges = 25;

/** A request that the channel refused, in its words. */
export class ChannelRefusal extends Error {
  override name = 'ChannelRefusal';
  /** True if the keys of the account were refused. */
  readonly isKey: boolean;

  constructor(message: string, isKey = false) {
    super(message);
    this.isKey = isKey;
  }
}

const listedOffer = z.object({ offerId: z.string().min(1), url: z.string().nullable() });
const channelRefund = z.object({
  id: z.string(),
  amountCents: wholeCents,
  state: z.enum(['pending', 'succeeded', 'failed'] satisfies ChannelRefund['state'][]),
});
const buyerAddress = z.object({
  name: z.string(),
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  phone: z.string(),
} satisfies Record<keyof PostalAddress, z.ZodType>);
const soldLine = z.object({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.number().int().min(1),
  totalCents: wholeCents,
} satisfies Record<keyof SoldLine, z.ZodType>);
const soldOrder = z.object({
  id: z.string().min(1),
  state: z.enum(['unpaid', 'paid', 'cancelled'] satisfies SoldOrder['state'][]),
  placedAt: z.date(),
  changedAt: z.date(),
  buyer: buyerAddress,
  lines: z.array(soldLine),
  shippingCents: wholeCents,
  discountCents: wholeCents,
  taxCollectedCents: wholeCents,
  feeCents: wholeCents.nullable(),
  refunds: z.array(channelRefund),
} satisfies Record<keyof SoldOrder, z.ZodType>);

export const channelShape = {
  currencies: currenciesShape,
  list: returns(listedOffer),
  change: returns(z.map(z.string(), z.string())),
  end: returns(),
  readOrders: returns(stream),
  ship: returns(),
  readOrder: returns(soldOrder),
  refund: returns(channelRefund),
} satisfies AdapterShape<Channel>;

export const marketplaceShape = {
  name: value(z.string().min(1)),
  standInSetting: value(z.string()),
  currencies: currenciesShape,
  open: makes<Channel>(channelShape),
  readChoices: returns(z.looseObject({})),
} satisfies AdapterShape<Marketplace<unknown, unknown, unknown>>;

/** Throws for an order of an adapter that cannot be taken over; one at a time, because the others can. */
export function assertSoldOrder(origin: string, sold: SoldOrder): void {
  assertResult(origin, 'readOrders', soldOrder, sold);
}
