import { z } from 'zod';
import { countries } from '../../countries.ts';
import { seenVersion, text, unknownFields } from '../../wire.ts';
import { addressFields, optionalParts, withRequiredParts } from './shipping-address.ts';

const { email: _email, phone: _phone, ...postalFields } = addressFields;

/** Fields of a billing address, which may be in any country. */
export const billingAddressFields = { ...postalFields, country: z.enum(countries, 'Choose a country') };

/** Fields of a business; the form of the number is checked by the server alone. */
export const businessFields = { company: text(200), vatNumber: text(40) };

/** Customer that an order is billed to, as far as it differs from the recipient of the parcel. */
export const billingInput = z
  .object({
    /** Missing: the shipping address. */
    address: withRequiredParts(z.object({ ...billingAddressFields, ...optionalParts })).optional(),
    company: businessFields.company.optional(),
    /** With the letters of its country ("DE136695976"), or without them for a number of the country billed to. */
    vatNumber: businessFields.vatNumber.optional(),
  })
  .meta({ id: 'BillingInput' });
export type BillingInput = z.output<typeof billingInput>;

/** Billing data of an order as they shall be; what is left out is that of the shipping address. */
export const orderBillingInput = z
  .strictObject(
    {
      /** Version that the caller saw. */
      version: seenVersion,
      billing: billingInput.optional(),
    },
    unknownFields,
  )
  .meta({ id: 'OrderBillingInput' });
export type OrderBillingInput = z.output<typeof orderBillingInput>;

/** Billing data of an order; missing parts are those of the shipping address. */
export const billing = z
  .object({
    address: z
      .object({
        name: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        address: z.string(),
        address2: z.string(),
        city: z.string(),
        state: z.string(),
        zipCode: z.string(),
        country: z.string(),
        /** As in shipping addresses. */
        lines: z.array(z.string()),
      })
      .optional(),
    company: z.string().optional(),
    /** In capitals without separators. Its form was checked, not whether it belongs to the customer. */
    vatNumber: z.string().optional(),
  })
  .meta({ id: 'Billing' });
export type Billing = z.output<typeof billing>;

/** Returns the lines that name a business. */
export function businessLinesOf({ company, vatNumber }: Pick<Billing, 'company' | 'vatNumber'>): string[] {
  return [...(company ? [company] : []), ...(vatNumber ? [`VAT number ${vatNumber}`] : [])];
}
