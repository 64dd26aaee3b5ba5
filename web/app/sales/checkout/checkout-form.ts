import type { Cents } from '@reprise/contract/money';
import type { SavedAddress } from '@reprise/contract/people/addresses';
import type { NewOrder, ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { addressFields, withRequiredParts } from '@reprise/contract/sales/orders/shipping-address';
import { processorMethods } from '@reprise/contract/sales/payments/payment-methods';
import { z } from 'zod';
import { emptyAddress } from '../../forms/address/empty-address.ts';
import {
  billingFormFields,
  billingFormOf,
  billingOf,
  emptyBilling,
} from '../../forms/billing/billing-form.ts';
import type { CartLine } from '../cart/cart-store.ts';
import { toOrderItem } from '../cart/to-order-item.ts';
import { cardForm, emptyCard } from './card/card-fields.tsx';

export const checkoutForm = withRequiredParts(
  z.object({
    ...addressFields,
    ...cardForm.shape,
    shippingMethod: z.enum(shippingMethods),
    payWith: z.enum(processorMethods),
    ...billingFormFields,
  }),
);
/** Form for payments without card fields of this page: Stripe's own form, or no payment. */
export const checkoutFormWithoutCard = withRequiredParts(
  z.object({
    ...checkoutForm.shape,
    cardNumber: z.string(),
    cardExpiry: z.string(),
    cardCvv: z.string(),
    cardName: z.string(),
  }),
);
export type CheckoutForm = z.input<typeof checkoutForm>;
export type CheckedForm = z.output<typeof checkoutForm>;

export const emptyForm: CheckoutForm = {
  ...emptyAddress,
  shippingMethod: 'standard',
  payWith: 'card',
  ...emptyBilling,
  ...emptyCard,
};

type Sources = {
  /** Unpaid order of this cart. */
  order: NewOrder | null | undefined;
  name?: string | undefined;
  email?: string | undefined;
  phone: string;
  savedAddress: SavedAddress | undefined;
};

/** Returns the initial values: of the unpaid order, else of the account and its saved address. */
export function defaultsOf(
  { order, name = '', email = '', phone, savedAddress }: Sources,
  empty: CheckoutForm,
): CheckoutForm {
  if (order) {
    const { shippingMethod = 'standard', shippingAddress } = order;
    const { firstName: first, lastName: last, email: to, phone: number } = shippingAddress;
    // The address of an order that is collected is the counter's.
    const own = { firstName: first, lastName: last, email: to, phone: number };
    const known = shippingMethod === 'pickup' ? own : shippingAddress;
    return { ...empty, ...known, ...billingFormOf(order.billing), shippingMethod };
  }
  const [firstName = '', ...lastNames] = name.split(' ');
  const own = { firstName, lastName: lastNames.join(' '), email, phone };
  return { ...empty, ...own, ...(savedAddress && withoutId(savedAddress)) };
}

export function withoutId({ id, isDefault, lines, ...address }: SavedAddress) {
  return address;
}

export function shippingAddressOf(values: CheckedForm): ShippingAddressInput {
  const { shippingMethod, payWith, cardNumber, cardExpiry, cardCvv, cardName, ...rest } = values;
  const { company, vatNumber, billing, ...fields } = rest;
  const { address2, ...address } = fields;
  return address2 ? { ...address, address2 } : address;
}

export function orderOf(
  values: CheckedForm,
  lines: CartLine[],
  total: Cents,
  { discountCode, shippingQuote }: Pick<NewOrder, 'discountCode' | 'shippingQuote'>,
): NewOrder {
  const billing = billingOf(values);
  return {
    items: lines.map(toOrderItem),
    shippingAddress: shippingAddressOf(values),
    ...(billing && { billing }),
    paymentMethod: 'card',
    total,
    shippingMethod: values.shippingMethod,
    ...(discountCode !== undefined && { discountCode }),
    ...(shippingQuote !== undefined && { shippingQuote }),
  };
}
