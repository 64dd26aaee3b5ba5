import { z } from 'zod';
import { countries } from '../../../countries.ts';
import { endpoints } from '../../../endpoint.ts';
import { isoDateTime, money, text } from '../../../wire.ts';
import { orderItems } from '../../cart.ts';

/** How long the rates and the tax of an address count, in minutes. */
export const quotedMinutes = 15;

/** Shipping rates and tax for one cart at one address. */
export const shippingQuote = z
  .object({
    /** Signed; an order with it is charged these rates and this tax. */
    token: z.string(),
    /** Those of the settings where no carrier was asked. */
    standardShippingRate: money,
    expressShippingRate: money,
    /** Rate of a tax service such as 887.5 for 8.875%; null where the settings count. */
    taxBasisPoints: z.number().nullable(),
    expiresAt: isoDateTime,
  })
  .meta({ id: 'ShippingQuote' });
export type ShippingQuote = z.output<typeof shippingQuote>;

export const checkoutRateEndpoints = endpoints({
  quoteShipping: {
    method: 'POST',
    path: '/orders/shipping-quote',
    summary:
      'Shipping rates of the carriers and tax of a tax service for a cart at an address; null where the settings count, as in a shop that asks neither or while they do not answer',
    access: 'public',
    rate: 'lookup',
    body: z.object({
      items: orderItems,
      city: text(200).default(''),
      state: text(200).default(''),
      zipCode: text(200).default(''),
      country: z.enum(countries, 'Choose a country we ship to'),
    }),
    response: z.object({ quote: shippingQuote.nullable() }),
  },
});
