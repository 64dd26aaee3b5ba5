import { z } from 'zod';
import { addressParts, countries } from '../../countries.ts';
import { endpoints } from '../../endpoint.ts';

/** Form of the addresses of a country. */
export const addressForm = z
  .object({
    country: z.string(),
    /** Parts that addresses have, in their order. */
    parts: z.array(z.enum(addressParts)),
    required: z.array(z.enum(addressParts)),
    labels: z.object({ city: z.string(), state: z.string(), zipCode: z.string() }),
    /** Regular expression of a whole postcode, without regard to case; null where there are none. */
    zipPattern: z.string().nullable(),
    zipExample: z.string().nullable(),
    /** Codes and names of the states; empty for a country without a list. */
    states: z.array(z.tuple([z.string(), z.string()])),
  })
  .meta({ id: 'AddressForm' });
export type AddressForm = z.output<typeof addressForm>;

export const addressFormEndpoints = endpoints({
  listAddressForms: {
    method: 'GET',
    path: '/orders/address-forms',
    summary: 'Forms of the addresses of the countries that the store ships to, or of one country',
    access: 'public',
    rate: 'read',
    query: z.object({
      /** Any country: a billing address may be elsewhere. */
      country: z.enum(countries, 'Choose a country').optional(),
    }),
    response: z.object({ forms: z.array(addressForm) }),
  },
});
