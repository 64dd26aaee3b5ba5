import {
  type Channel,
  ChannelRefusal,
  type ChannelShipment,
  type Condition,
  type Marketplace,
  type Offer,
  type OfferChange,
  type Origin,
  type RefundReason,
} from '@reprise/extension/channel';
import { truncate } from '@reprise/extension/truncate';
import { z } from 'zod';
import {
  type EbayAccess,
  type EbayAccount,
  type EbayClient,
  ebayClient,
  sentencesOf,
} from './ebay-client.ts';
import { isInDollars, refundStateOf, soldOrderOf } from './ebay-orders.ts';
import {
  amountOf,
  changeResults,
  currency,
  fulfillmentPolicies,
  locations,
  madeOffer,
  madeRefund,
  offers,
  order,
  orderPage,
  paymentPolicies,
  publishedOffer,
  returnPolicies,
} from './ebay-shapes.ts';

export type EbaySettings = {
  fulfillmentPolicyId: string;
  paymentPolicyId: string;
  returnPolicyId: string;
  /** Place that eBay shows as that of the item. */
  locationKey: string;
  /** True for members of eBay Refurbished, whose listings have its conditions. */
  isRefurbisher: boolean;
  /** Number of eBay's category for each category of the shop, by its id. */
  categories: Record<string, string>;
};

type Choice = { id: string; name: string };

/** Choices for the settings, from the account. */
export type EbayChoices = {
  fulfillmentPolicies: Choice[];
  paymentPolicies: Choice[];
  returnPolicies: Choice[];
  locations: Choice[];
};

const marketplaceId = 'EBAY_US';
const inventory = '/sell/inventory/v1';
const fulfillment = '/sell/fulfillment/v1';
const ordersAtOnce = 100;

// Limits of the Inventory API.
const maxSku = 50;
const maxTitle = 80;
const maxDescription = 4000;
const maxListingDescription = 500_000;
const maxImages = 24;
const maxProperty = 65;

/**
 * eBay by its Sell APIs (inventory, fulfillment): https://developer.ebay.com/api-docs/sell/static/sell-landing.html. Serial
 * numbers go nowhere: eBay has no field for them.
 */
function openEbay(access: EbayAccess, settings: EbaySettings): Channel {
  const client = ebayClient(access);
  const orderPath = (id: string) => `${fulfillment}/order/${encodeURIComponent(id)}`;
  const offerPath = (id: string) => `${inventory}/offer/${encodeURIComponent(id)}`;
  return {
    async list(offer, knownId) {
      const { sku } = offer;
      assertListable(offer);
      const item = `${inventory}/inventory_item/${encodeURIComponent(sku)}`;
      await client.call({ method: 'PUT', path: item, answer: z.unknown(), body: itemOf(offer, settings) });
      const body = offerOf(offer, settings);
      const update = async (id: string) =>
        (await client.find({ method: 'PUT', path: offerPath(id), answer: z.unknown(), body })) !== null;
      if (knownId !== null && (await update(knownId))) return publish(client, knownId);
      // Made before an answer was lost, or by hand after the known one was deleted.
      const offerId = await findOffer(client, sku);
      if (offerId !== null && (await update(offerId))) return publish(client, offerId);
      const made = { sku, marketplaceId, format: 'FIXED_PRICE', ...body };
      return publish(
        client,
        (await client.call({ method: 'POST', path: `${inventory}/offer`, answer: madeOffer, body: made }))
          .offerId,
      );
    },
    async change(changes) {
      const path = `${inventory}/bulk_update_price_quantity`;
      const body = { requests: changes.map(changeOf) };
      const { responses } = await client.call({ method: 'POST', path, answer: changeResults, body });
      const refused = new Map<string, string>();
      for (const { sku, offerId, statusCode, errors } of responses ?? []) {
        const changed = changes.find((one) => one.sku === sku || one.offerId === offerId);
        if (statusCode < 400 || !changed) continue;
        refused.set(changed.sku, sentencesOf({ errors }) || `eBay answered with ${statusCode}.`);
      }
      return refused;
    },
    async end({ offerId }) {
      const path = offerPath(offerId);
      try {
        await client.find({ method: 'POST', path: `${path}/withdraw`, answer: z.unknown() });
      } catch (error) {
        // An offer without a listing cannot be withdrawn, only deleted.
        if (!(error instanceof ChannelRefusal) || error.isKey) throw error;
      }
      await client.find({ method: 'DELETE', path, answer: z.unknown() });
    },
    async *readOrders(changedFrom) {
      const filter = encodeURIComponent(`lastmodifieddate:[${changedFrom.toISOString()}..]`);
      for (let offset = 0; ; offset += ordersAtOnce) {
        const path = `${fulfillment}/order?filter=${filter}&limit=${ordersAtOnce}&offset=${offset}`;
        const page = await client.call({ method: 'GET', path, answer: orderPage });
        const pageOrders = page.orders ?? [];
        // Orders of other marketplaces are not of the shop's listings.
        for (const one of pageOrders) if (isInDollars(one)) yield soldOrderOf(one);
        if (pageOrders.length < ordersAtOnce || !page.next) return;
      }
    },
    async ship(orderId, shipment) {
      const path = `${orderPath(orderId)}/shipping_fulfillment`;
      try {
        await client.call({ method: 'POST', path, answer: z.unknown(), body: shipmentOf(shipment) });
      } catch (error) {
        // The answer of an earlier attempt may have been lost.
        if (!(error instanceof ChannelRefusal) || !(await isShipped(client, path))) throw error;
      }
    },
    async readOrder(orderId) {
      return soldOrderOf(await client.call({ method: 'GET', path: orderPath(orderId), answer: order }));
    },
    async refund(orderId, { amountCents, reason }) {
      const body = { reasonForRefund: reasons[reason], orderLevelRefundAmount: amountOf(amountCents) };
      const path = `${orderPath(orderId)}/issue_refund`;
      const made = await client.call({ method: 'POST', path, answer: madeRefund, body });
      if (!made.refundId) throw new ChannelRefusal('eBay did not make the refund. Refund the order at eBay.');
      return { id: made.refundId, amountCents, state: refundStateOf(made) };
    },
  };
}

/** Reads what the settings can be chosen from; throws ChannelRefusal if the keys are refused. */
async function readChoices(access: EbayAccess): Promise<EbayChoices> {
  const { call } = ebayClient(access);
  const policies = (kind: string) => `/sell/account/v1/${kind}_policy?marketplace_id=${marketplaceId}`;
  const [fulfillmentAnswer, payment, returns, places] = await Promise.all([
    call({ method: 'GET', path: policies('fulfillment'), answer: fulfillmentPolicies }),
    call({ method: 'GET', path: policies('payment'), answer: paymentPolicies }),
    call({ method: 'GET', path: policies('return'), answer: returnPolicies }),
    call({ method: 'GET', path: `${inventory}/location?limit=100`, answer: locations }),
  ]);
  const choice = (id: string, name: string | null | undefined) => ({ id, name: name || id });
  return {
    fulfillmentPolicies: (fulfillmentAnswer.fulfillmentPolicies ?? []).map((one) =>
      choice(one.fulfillmentPolicyId, one.name),
    ),
    paymentPolicies: (payment.paymentPolicies ?? []).map((one) => choice(one.paymentPolicyId, one.name)),
    returnPolicies: (returns.returnPolicies ?? []).map((one) => choice(one.returnPolicyId, one.name)),
    locations: (places.locations ?? []).map((one) => choice(one.merchantLocationKey, one.name)),
  };
}

/** Returns the offer that eBay already has of this SKU, for example after an answer was lost; null without one. */
async function findOffer(client: EbayClient, sku: string): Promise<string | null> {
  const path = `${inventory}/offer?sku=${encodeURIComponent(sku)}&marketplace_id=${marketplaceId}`;
  const answer = await client.find({ method: 'GET', path, answer: offers });
  return answer?.offers?.[0]?.offerId ?? null;
}

/** Publishing an offer that is published changes nothing. */
async function publish(client: EbayClient, offerId: string) {
  const path = `${inventory}/offer/${encodeURIComponent(offerId)}/publish`;
  const { listingId } = await client.call({ method: 'POST', path, answer: publishedOffer });
  return { offerId, url: `https://www.ebay.com/itm/${encodeURIComponent(listingId)}` };
}

const fulfillments = z.object({ fulfillments: z.array(z.unknown()).nullish() });

async function isShipped(client: EbayClient, path: string): Promise<boolean> {
  const answer = await client.find({ method: 'GET', path, answer: fulfillments });
  return (answer?.fulfillments ?? []).length > 0;
}

/** Throws for what eBay would refuse with words that say less. */
function assertListable({ sku, imageUrls, priceCents }: Offer): void {
  if (sku.length > maxSku) throw new ChannelRefusal(`eBay takes SKUs of up to ${maxSku} characters.`);
  if (priceCents === 0) throw new ChannelRefusal('eBay needs a price above zero.');
  if (!imageUrls.some((url) => url.startsWith('https:')))
    throw new ChannelRefusal('eBay needs a picture with an https address that it can reach.');
}

function itemOf(offer: Offer, settings: EbaySettings) {
  const aspects = Object.entries({ Brand: offer.brand, ...offer.properties })
    .filter(([name, value]) => name.length <= maxProperty && value !== '')
    .map(([name, value]) => [name, [value.slice(0, maxProperty)]]);
  return {
    availability: { shipToLocationAvailability: { quantity: offer.quantity } },
    condition: conditionOf(offer, settings),
    product: {
      title: truncate(offer.title, maxTitle - 1),
      description: truncate(offer.description || offer.title, maxDescription - 1),
      brand: offer.brand,
      aspects: Object.fromEntries(aspects),
      imageUrls: offer.imageUrls.filter((url) => url.startsWith('https:')).slice(0, maxImages),
      ...(offer.mpn && { mpn: offer.mpn }),
      ...codeOf(offer.gtin),
    },
  };
}

/** A GTIN of 12 digits may be stored with zeros before it. */
const withoutLeadingZeros = (gtin: string) => (/^0{1,2}\d{12}$/.test(gtin) ? gtin.slice(-12) : gtin);

/** Returns a GTIN as eBay names it: of 12 digits a UPC, else an EAN. */
function codeOf(gtin: string | null) {
  const digits = withoutLeadingZeros(gtin ?? '');
  if (digits === '') return {};
  return digits.length === 12 ? { upc: [digits] } : { ean: [digits.slice(-13)] };
}

/** Conditions of members of eBay Refurbished, and those that every seller may use. */
const refurbished: Record<Condition, string> = {
  refurbished: 'CERTIFIED_REFURBISHED',
  excellent: 'EXCELLENT_REFURBISHED',
  good: 'VERY_GOOD_REFURBISHED',
  fair: 'GOOD_REFURBISHED',
};
const used: Record<Condition, string> = {
  refurbished: 'SELLER_REFURBISHED',
  excellent: 'USED_EXCELLENT',
  good: 'USED_VERY_GOOD',
  fair: 'USED_GOOD',
};

function conditionOf(
  { condition, origin }: { condition: Condition; origin: Origin },
  settings: EbaySettings,
): string {
  if (origin === 'open-box') return 'NEW_OTHER';
  const isRefurbished = origin === 'certified-refurbished' || condition === 'refurbished';
  return settings.isRefurbisher && isRefurbished ? refurbished[condition] : used[condition];
}

function offerOf(offer: Offer, settings: EbaySettings) {
  const categoryId = offer.categoryId === null ? undefined : settings.categories[offer.categoryId];
  if (categoryId === undefined)
    throw new ChannelRefusal(
      'The category of this product has no eBay category. Enter one in the settings of the channel.',
    );
  const { fulfillmentPolicyId, paymentPolicyId, returnPolicyId, locationKey } = settings;
  return {
    availableQuantity: offer.quantity,
    categoryId,
    listingDescription: (offer.description || offer.title).slice(0, maxListingDescription),
    listingDuration: 'GTC',
    listingPolicies: { fulfillmentPolicyId, paymentPolicyId, returnPolicyId },
    merchantLocationKey: locationKey,
    pricingSummary: { price: amountOf(offer.priceCents) },
  };
}

function changeOf({ sku, offerId, priceCents, quantity }: OfferChange) {
  return {
    sku,
    shipToLocationAvailability: { quantity },
    offers: [{ offerId, availableQuantity: quantity, price: amountOf(priceCents) }],
  };
}

function shipmentOf({ tracking, shippedAt, lines }: ChannelShipment) {
  return {
    lineItems: lines.map(({ id, quantity }) => ({ lineItemId: id, quantity })),
    shippedDate: shippedAt.toISOString(),
    // eBay takes letters and digits only.
    ...(tracking && {
      shippingCarrierCode: tracking.carrier,
      trackingNumber: tracking.number.replace(/[^A-Za-z0-9]/g, ''),
    }),
  };
}

const reasons: Record<RefundReason, string> = {
  cancelled: 'SELLER_CANCEL',
  returned: 'BUYER_RETURN',
  other: 'OTHER_ADJUSTMENT',
};

const ebay: Marketplace<EbayAccount, EbaySettings, EbayChoices> = {
  name: 'eBay',
  standInSetting: 'EBAY_API_URL',
  currencies: [currency],
  open: openEbay,
  readChoices,
};
export default ebay;
export type { EbayAccount };
