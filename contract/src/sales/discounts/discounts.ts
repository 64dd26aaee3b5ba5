import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { countries } from '../../countries.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { formatNumber } from '../../formats.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import {
  dateTimeInput,
  email,
  isoDateTime,
  money,
  price,
  queryChoice,
  queryString,
  seenVersion,
  text,
  unknownFields,
} from '../../wire.ts';
import { cartTotals, orderItem } from '../cart.ts';
import { shippingMethods } from '../orders/pricing.ts';
import { discountCode, normalizeDiscountCode } from './discount-code.ts';

export const discountTypes = ['percent', 'amount', 'free-shipping'] as const;
export type DiscountType = (typeof discountTypes)[number];

/** `scheduled`: not begun; `used-up`: its limit of uses is reached. */
export const discountStatuses = ['active', 'scheduled', 'used-up', 'ended'] as const;
export type DiscountStatus = (typeof discountStatuses)[number];

const amountMessage = 'Enter an amount above zero';
const percentMessage = 'Enter a whole percentage from 1 to 100';
const maxUses = 1_000_000;
const limitMessage = { error: () => `Enter a whole number from 1 to ${formatNumber(maxUses)}` };

const dateTime = dateTimeInput('Enter a date and a time');

const discountFields = z.strictObject(
  {
    code: text(32)
      .overwrite(normalizeDiscountCode)
      .refine((code) => /^[A-Z0-9][A-Z0-9-]{2,31}$/.test(code), 'Use 3 to 32 letters, digits and hyphens')
      .meta({ pattern: '^[A-Za-z0-9][A-Za-z0-9-]{2,31}$' }),
    type: z.enum(discountTypes, 'Choose what the code gives'),
    /** Required for the type `amount`. */
    amount: price(amountMessage).nullish(),
    /** Required for the type `percent`. */
    percent: z.int(percentMessage).min(1, percentMessage).max(100, percentMessage).nullish(),
    startsAt: dateTime,
    /** Null: until it is ended by hand. */
    endsAt: dateTime.nullish(),
    /** Null: any number of orders. */
    maxUses: z.int(limitMessage).min(1, limitMessage).max(maxUses, limitMessage).nullish(),
    oncePerCustomer: z.boolean(),
    /** Ids of the categories the code is for; empty for all. */
    categories: z.array(z.string().max(200)).max(100),
    /** Conditions of the products the code is for; empty for all. */
    conditions: z.array(z.enum(conditions)).max(conditions.length),
  },
  unknownFields,
);
type DiscountFields = z.output<typeof discountFields>;

/** Checks what spans fields. */
const assertConsistent: z.core.CheckFn<DiscountFields> = ({ value, issues }) => {
  const add = (field: keyof DiscountFields, message: string) =>
    issues.push({ code: 'custom', input: value[field], path: [field], message });
  if (value.type === 'amount' && !value.amount) add('amount', amountMessage);
  if (value.type === 'percent' && !value.percent) add('percent', percentMessage);
  if (value.endsAt && Date.parse(value.endsAt) <= Date.parse(value.startsAt)) {
    add('endsAt', 'The end must be after the start');
  }
};

export const discountInput = discountFields.check(assertConsistent).meta({ id: 'DiscountInput' });
export type DiscountInput = z.output<typeof discountInput>;

export const discountEdit = discountFields
  .extend({
    /** Version that the editor saw; a later edit results in EDIT_CONFLICT. */
    version: seenVersion,
  })
  .check(assertConsistent as z.core.CheckFn<DiscountFields & { version: number }>)
  .meta({ id: 'DiscountEdit' });
export type DiscountEdit = z.output<typeof discountEdit>;

export const discount = z
  .object({
    id: z.string(),
    code: z.string(),
    type: z.enum(discountTypes),
    amount: money.nullable(),
    percent: z.number().int().nullable(),
    startsAt: isoDateTime,
    endsAt: isoDateTime.nullable(),
    maxUses: z.number().int().nullable(),
    oncePerCustomer: z.boolean(),
    categories: z.array(z.string()),
    conditions: z.array(z.enum(conditions)),
    /** Orders with the code that are not cancelled. */
    uses: z.number().int(),
    status: z.enum(discountStatuses),
    /** Number of edits, for lost-update checks. */
    version: z.number().int(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Discount' });
export type Discount = z.output<typeof discount>;

/** A code with its value and the products of a cart it applies to. */
export const appliedDiscount = z
  .object({
    code: z.string(),
    type: z.enum(discountTypes),
    amount: money.nullable(),
    percent: z.number().int().nullable(),
    /** Ids of the products in the cart that the code is for. */
    products: z.array(z.string()),
  })
  .meta({ id: 'AppliedDiscount' });
export type AppliedDiscount = z.output<typeof appliedDiscount>;

const oneDiscount = z.object({ discount });

export const discountEndpoints = endpoints({
  quoteDiscount: {
    method: 'POST',
    path: '/cart/discount',
    summary: 'Totals of a cart with a discount code; reserves no use of the code',
    access: 'visitor',
    rate: 'write',
    body: z.object({
      code: discountCode,
      items: z.array(orderItem).min(1, 'Your cart is empty').max(100),
      shippingMethod: z.enum(shippingMethods).optional(),
      /** Country whose rates the totals have; without it the first one that the store ships to. */
      country: z.enum(countries, 'Choose a country we ship to').optional(),
      /** Email of a guest, for codes that each customer can use once. */
      email: email.optional(),
      /** Id of the unpaid order that the order is to replace. */
      replaces: text(64).optional(),
    }),
    response: z.object({ discount: appliedDiscount, figures: cartTotals }),
  },
  listDiscounts: {
    method: 'GET',
    path: '/discounts',
    summary: 'Discount codes, newest first',
    access: 'admin',
    needs: 'discounts.manage',
    rate: 'read',
    query: z.object({
      /** Matches part of the code. */
      search: queryString(64),
      status: queryChoice(discountStatuses),
      ...pagingQuery,
    }),
    response: z.object({ discounts: z.array(discount), pagination }),
  },
  createDiscount: {
    method: 'POST',
    path: '/discounts',
    summary: 'Add a discount code',
    access: 'admin',
    needs: 'discounts.manage',
    rate: 'write',
    body: discountInput,
    response: oneDiscount,
    status: 201,
    message: 'Discount code added',
  },
  updateDiscount: {
    method: 'PUT',
    path: '/discounts/:id',
    summary: 'Change a discount code; orders that were placed with it stay as they are',
    access: 'admin',
    needs: 'discounts.manage',
    rate: 'write',
    params: idParams,
    body: discountEdit,
    response: oneDiscount,
    message: 'Discount code saved',
  },
  endDiscount: {
    method: 'POST',
    path: '/discounts/:id/end',
    summary: 'End a discount code now; orders that were placed with it stay as they are',
    access: 'admin',
    needs: 'discounts.manage',
    rate: 'write',
    params: idParams,
    response: oneDiscount,
    message: 'Discount code ended',
  },
});
