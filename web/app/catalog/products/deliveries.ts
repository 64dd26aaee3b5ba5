import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { Cents } from '@reprise/contract/money';
import { dayRange, deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';

/** Standard shipping to each country; made by the server, so that its code is no part of the product page's scripts. */
export type Deliveries = {
  /** First country of the store, for visitors whose country is not known. */
  home: string;
  /** The zones, and at the end the other countries that the store ships to. */
  zones: ZoneDelivery[];
};

type ZoneDelivery = {
  countries: string[];
  days: string;
  rates: { freeShippingThreshold: Cents; standardShippingRate: Cents; expressShippingRate: Cents };
};

/** Returns null for a store that has no rates yet. */
export function deliveriesOf(settings: PublicSettings): Deliveries | null {
  const { shippingZones, shipTo, lacksShippingRates } = settings;
  const [home] = shipTo;
  if (lacksShippingRates || home === undefined) return null;
  const zoned = shippingZones.flatMap(({ countries }) => countries);
  const others = shipTo.filter((country) => !zoned.includes(country));
  const zones = [...shippingZones.map(({ countries }) => countries), ...(others.length > 0 ? [others] : [])];
  return { home, zones: zones.map((countries) => deliveryIn(settings, countries)) };
}

function deliveryIn(settings: PublicSettings, countries: string[]): ZoneDelivery {
  const terms = ratesIn(settings, countries[0]);
  const { freeShippingThreshold, standardShippingRate, expressShippingRate } = terms;
  return {
    countries,
    days: dayRange(deliverySpan(new Date(), terms, 'standard')),
    rates: { freeShippingThreshold, standardShippingRate, expressShippingRate },
  };
}
