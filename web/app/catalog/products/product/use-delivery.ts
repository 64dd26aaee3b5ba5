import { useShipTo } from '../../../sales/cart/ship-to.ts';
import type { Deliveries } from '../deliveries.ts';

type Delivery = Omit<Deliveries['zones'][number], 'countries'> & {
  /** The country in parentheses, where countries have rates of their own. */
  note: string;
};

/** Returns the delivery to the country that was chosen in the cart, else to the first of the store; null without rates. */
export function useDelivery(deliveries: Deliveries | null): Delivery | null {
  const chosen = useShipTo();
  if (!deliveries) return null;
  const { home, zones } = deliveries;
  const zoneOf = (name: string | null) =>
    zones.find(({ countries }) => countries.some((one) => one === name));
  // The counter, and a country that the store does not ship to, are in no zone.
  const zone = zoneOf(chosen) ?? zoneOf(home);
  const country = zoneOf(chosen) ? chosen : home;
  return zone ? { ...zone, note: zones.length > 1 ? ` (${country})` : '' } : null;
}
