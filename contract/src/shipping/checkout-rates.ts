import { z } from 'zod';
import { orderItems } from '../cart.ts';
import { endpoints } from '../endpoint.ts';
import { countries } from '../orders/order.ts';
import { isoDateTime, money, requiredText, text } from '../wire.ts';

/** How long the rates of an address count, in minutes. */
export const quotedMinutes = 15;

/** Rates of the carriers for one cart at one address. */
export const shippingQuote = z
  .object({
    /** Signed; an order with it is charged these rates. */
    token: z.string(),
    standardShippingRate: money,
    expressShippingRate: money,
    expiresAt: isoDateTime,
  })
  .meta({ id: 'ShippingQuote' });
export type ShippingQuote = z.output<typeof shippingQuote>;

export const checkoutRateEndpoints = endpoints({
  quoteShipping: {
    method: 'POST',
    path: '/orders/shipping-quote',
    summary:
      'Rates of the carriers for a cart at an address; null where the rates of the settings count, as in a shop without carriers or while they do not answer',
    access: 'public',
    rate: 'lookup',
    body: z.object({
      items: orderItems,
      city: text(200),
      state: text(200),
      zipCode: requiredText(200, 'ZIP code is required'),
      country: z.enum(countries, 'Choose a country we ship to'),
    }),
    response: z.object({ quote: shippingQuote.nullable() }),
  },
});
