import { type Cents, cents } from '../../../money.ts';
import type { Rates, ShippingMethod } from '../pricing.ts';

type ShippingRates = Pick<
  Rates,
  'freeShippingThreshold' | 'standardShippingRate' | 'expressShippingRate' | 'pickupRate'
>;

/** Returns what shipping costs. Apart from the other prices, because product pages need nothing else of them. */
export function shippingFor(subtotal: Cents, rates: ShippingRates, method: ShippingMethod): Cents {
  if (method === 'express') return rates.expressShippingRate;
  if (method === 'pickup') return rates.pickupRate ?? cents(0);
  return subtotal > rates.freeShippingThreshold ? cents(0) : rates.standardShippingRate;
}
