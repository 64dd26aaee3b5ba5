import { Problem } from '@reprise/contract/problem';
import {
  type Billing,
  type BillingInput,
  billingAddressFields,
  businessFields,
} from '@reprise/contract/sales/orders/billing';
import { withRequiredParts } from '@reprise/contract/sales/orders/shipping-address';
import { z } from 'zod';

/** Fields of forms that ask who an order is billed to. */
export const billingFormFields = {
  ...businessFields,
  /** Missing while it is the shipping address. */
  billing: withRequiredParts(z.object(billingAddressFields)).optional(),
};
export const billingForm = z.object(billingFormFields);
export type BillingForm = z.input<typeof billingForm>;

export const emptyBilling: BillingForm = { company: '', vatNumber: '', billing: undefined };

/** Returns the values of the form of billing data that were sent or stored. */
export function billingFormOf(stored: BillingInput | Billing | undefined): BillingForm {
  const { address, company = '', vatNumber = '' } = stored ?? {};
  if (!address) return { ...emptyBilling, company, vatNumber };
  const { firstName, lastName, address: street, address2, city, state, zipCode } = address;
  const country = address.country as NonNullable<BillingForm['billing']>['country'];
  return {
    company,
    vatNumber,
    billing: { firstName, lastName, country, address: street, address2, city, state, zipCode },
  };
}

/** Returns who the order is billed to; undefined if that is who it is shipped to, a person. */
export function billingOf({
  company,
  vatNumber,
  billing: address,
}: z.output<typeof billingForm>): BillingInput | undefined {
  if (!address && !company && !vatNumber) return undefined;
  return { ...(address && { address }), ...(company && { company }), ...(vatNumber && { vatNumber }) };
}

type Checked = z.output<typeof billingForm>;

/** Returns the values of a whole form with who the order is billed to in one field. */
export function withBilling<Values extends Checked>({
  company,
  vatNumber,
  billing: address,
  ...rest
}: Values) {
  const billing = billingOf({ company, vatNumber, billing: address });
  return { ...rest, ...(billing && { billing }) };
}

/** Returns the name in the form of a field of the billing data of a call. */
const billingFieldOf = (field: string): string =>
  field.replace(/^billing\.(?!address\.)/, '').replace(/^billing\.address\./, 'billing.');

/** Returns the name in a form of an order of a field of its call. */
export const orderFieldOf = (field: string): string =>
  billingFieldOf(field.replace(/^shippingAddress\./, ''));

/** Throws the rejection of a call with the fields named as the form names them. */
export function rethrowAtFormFields(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const errors = error.errors?.map(({ field, message }) => ({ field: orderFieldOf(field), message }));
  throw new Problem(error.code, error.message, { details: error.details, ...(errors && { errors }) });
}
