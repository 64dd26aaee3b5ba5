import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { Cents } from '@reprise/contract/money';
import { dayRange, deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { homeNote, homeRates } from '@reprise/contract/sales/orders/shipping/zones';

/** Standard shipping to the first country of the store; its code is no part of the product page's scripts. */
export type HomeDelivery = {
  days: string;
  rates: { freeShippingThreshold: Cents; standardShippingRate: Cents; expressShippingRate: Cents };
  /** The country, where others have rates of their own. */
  note: string;
};

export function homeDelivery(settings: PublicSettings): HomeDelivery {
  const terms = homeRates(settings);
  const { freeShippingThreshold, standardShippingRate, expressShippingRate } = terms;
  return {
    days: dayRange(deliverySpan(new Date(), terms, 'standard')),
    rates: { freeShippingThreshold, standardShippingRate, expressShippingRate },
    note: homeNote(settings),
  };
}
