import { z } from 'zod';
import { claimedMoney, isoDateTime, money, price, seenVersion, text, unknownFields } from '../../wire.ts';
import { orderItems, unitNumber } from '../cart.ts';
import { maxReturnedUnits, shippingAddressInput } from './order.ts';
import { shippingMethods } from './pricing.ts';

/** One changed value of an edit, as text for people; null if there was or is none. */
export type EditChange = { label: string; before: string | null; after: string | null };

const itemPrice = z.object({
  product: z.string().max(200),
  price: price('Enter a price'),
});

/** The whole order as it shall be: what is left out of `items` is removed. */
export const orderEdit = z
  .strictObject(
    {
      /** Version that the caller saw. */
      version: seenVersion,
      shippingAddress: shippingAddressInput,
      items: orderItems,
      /** Unit prices set by hand; other items keep their price of the day, added ones get the current one. */
      prices: z.array(itemPrice).max(100).optional(),
      /** Unit numbers of packed devices that are taken out; without them, those packed last. */
      unitsRemoved: z.array(unitNumber).max(maxReturnedUnits).optional(),
      shippingMethod: z.enum(shippingMethods),
      /** Shipping charge set by hand; omitted, it follows the rule of the day the order was placed. */
      shipping: price('Enter a price').nullish(),
      /** Required for prices set by hand; the customer does not see it. */
      reason: text(500).optional(),
      /** Amounts that the caller saw: compared, never charged. */
      expected: z
        .object({ amountDue: claimedMoney, refund: claimedMoney }, 'Read the amounts of this change again')
        .optional(),
    },
    unknownFields,
  )
  .meta({ id: 'OrderEdit' });
export type OrderEdit = z.output<typeof orderEdit>;

/** Amounts of an order after an edit. */
export const editPreview = z
  .object({
    subtotal: money,
    discount: money,
    shipping: money,
    tax: money,
    total: money,
    /** Shipping charge by the rule of the order. */
    shippingByRule: money,
    /** Amount paid and not refunded so far. */
    paid: money,
    /** Amount that the customer has to pay afterwards; of an unpaid order, its total. */
    amountDue: money,
    /** Amount that is refunded. */
    refund: money,
    /** True if the refund exceeds the limit of the settings. */
    needsApproval: z.boolean(),
  })
  .meta({ id: 'EditPreview' });
export type EditPreview = z.output<typeof editPreview>;

const change = z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** A past edit, visible to staff only. */
export const pastEdit = z
  .object({
    id: z.string(),
    version: z.number().int(),
    author: z.string(),
    reason: z.string(),
    changes: z.array(change),
    totalBefore: money,
    totalAfter: money,
    createdAt: isoDateTime,
  })
  .meta({ id: 'PastOrderEdit' });
export type PastEdit = z.output<typeof pastEdit>;
