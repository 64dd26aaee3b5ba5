import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import {
  claimedMoney,
  isoDateTime,
  money,
  price,
  queryChoice,
  requiredText,
  seenVersion,
  text,
  unknownFields,
} from '../../wire.ts';
import { billing, billingInput } from './billing.ts';
import { order, shippingAddress, shippingAddressInput } from './order.ts';
import { shippingMethods } from './pricing.ts';

/** `ordered`: its customer has accepted it, and everything else happens to its order. */
export const draftStatuses = ['open', 'ordered', 'expired', 'cancelled'] as const;
export type DraftStatus = (typeof draftStatuses)[number];

export const maxDraftLines = 50;

const lineAmounts = {
  quantity: z.number().int('Enter a whole number').min(1, 'Enter at least 1').max(999, 'Enter at most 999'),
  price: price('Enter a price'),
};

/** A product at a price, or a custom line that moves no stock. */
const draftLineInput = z.union([
  z.object({ product: requiredText(200, 'Choose a product'), ...lineAmounts }),
  z.object({ name: requiredText(200, 'Enter a name'), ...lineAmounts }),
]);

export const draftInput = z
  .strictObject(
    {
      lines: z.array(draftLineInput).min(1, 'Add at least one line').max(maxDraftLines),
      shippingAddress: shippingAddressInput,
      /** Missing: billed as shipped, to a person. */
      billing: billingInput.optional(),
      shippingMethod: z.enum(shippingMethods),
      /** Shipping charge set by hand; omitted or null, it follows the settings. */
      shipping: price('Enter a price').nullish(),
      /** Amount taken off the lines. */
      discount: price('Enter an amount').optional(),
      /** Account that the order belongs to; omitted for a guest. */
      customerId: text(200).nullish(),
    },
    unknownFields,
  )
  .meta({ id: 'DraftOrderInput' });
export type DraftInput = z.output<typeof draftInput>;

const totals = { subtotal: money, discount: money, shipping: money, tax: money, total: money };

const draftLine = z.object({
  product: z.string().nullable(),
  name: z.string(),
  /** Empty for a custom line. */
  sku: z.string(),
  quantity: z.number().int(),
  price: money,
});

const openedDraft = z
  .object({
    number: z.string(),
    status: z.enum(draftStatuses),
    /** Number of changes since it was made. */
    version: z.number().int(),
    lines: z.array(draftLine),
    ...totals,
    taxIncluded: z.boolean(),
    /** Present if the order has no tax for the VAT number of its business, which is checked before it leaves. */
    isExempt: z.literal(true).optional(),
    shippingMethod: z.enum(shippingMethods),
    shippingAddress,
    /** As in orders. */
    billing: billing.optional(),
    expiresAt: isoDateTime,
  })
  .meta({ id: 'OpenedDraftOrder' });
export type OpenedDraft = z.output<typeof openedDraft>;

export const draft = openedDraft
  .extend({
    id: z.string(),
    customerId: z.string().nullable(),
    isShippingSet: z.boolean(),
    /** Entered amounts with tax, prices by line; missing unless tax was taken off them. */
    entered: z.object({ prices: z.array(money), discount: money, shipping: money }).optional(),
    /** Link by which the customer sees the draft and pays. */
    link: z.string(),
    /** When the link was last mailed. */
    sentAt: isoDateTime.nullable(),
    /** Order that its customer has placed. */
    order: z.object({ id: z.string(), orderNumber: z.string() }).nullable(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'DraftOrder' });
export type Draft = z.output<typeof draft>;

const staff = { access: 'admin', needs: 'orders.place' } as const;
const token = text(100).min(1);

/** Draft orders: prepared by staff, paid by a link. */
export const draftOrderEndpoints = endpoints({
  listDraftOrders: {
    method: 'GET',
    path: '/draft-orders',
    summary: 'Draft orders, newest first',
    ...staff,
    rate: 'read',
    query: z.object({ ...pagingQuery, status: queryChoice(draftStatuses) }),
    response: z.object({ drafts: z.array(draft), pagination }),
  },
  getDraftOrder: {
    method: 'GET',
    path: '/draft-orders/:id',
    summary: 'A draft order with the link for its customer',
    ...staff,
    rate: 'read',
    params: idParams,
    response: z.object({ draft }),
  },
  createDraftOrder: {
    method: 'POST',
    path: '/draft-orders',
    summary: 'Save a draft order; it reserves no stock. Prices set by hand need `prices.override`',
    ...staff,
    rate: 'write',
    body: draftInput,
    response: z.object({ draft }),
    status: 201,
  },
  updateDraftOrder: {
    method: 'PUT',
    path: '/draft-orders/:id',
    summary: 'Change an open draft order; EDIT_CONFLICT if it has another version or was ordered',
    ...staff,
    rate: 'write',
    params: idParams,
    body: draftInput.extend({ version: seenVersion }),
    response: z.object({ draft }),
  },
  cancelDraftOrder: {
    method: 'POST',
    path: '/draft-orders/:id/cancel',
    summary: 'Cancel an open draft order; its link says so',
    ...staff,
    rate: 'write',
    params: idParams,
    body: nothing,
    response: z.object({ draft }),
  },
  sendDraftOrder: {
    method: 'POST',
    path: '/draft-orders/:id/send',
    summary: 'Mail the link of an open draft order to its customer',
    ...staff,
    rate: 'write',
    params: idParams,
    body: nothing,
    response: z.object({ draft }),
  },
  openDraftOrder: {
    method: 'POST',
    path: '/draft-orders/opened',
    summary: 'The draft order of a link',
    access: 'visitor',
    rate: 'write',
    body: z.object({ token }),
    response: z.object({ draft: openedDraft }),
  },
  placeDraftOrder: {
    method: 'POST',
    path: '/draft-orders/placed',
    summary:
      'Make the draft order of a link an order, which takes its stock; repeated, the same order. EDIT_CONFLICT if it was changed since',
    access: 'visitor',
    rate: 'write',
    body: z.object({ token, version: seenVersion, total: claimedMoney.optional() }),
    response: z.object({ order, accessToken: z.string() }),
  },
});
