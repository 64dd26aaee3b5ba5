import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { useState } from 'react';
import { Select } from '../../ui/forms/select.tsx';
import { atCounter, storeShipTo, useShipTo } from './ship-to.ts';

type CartCountry = {
  /** Undefined if the store does not ship there, or the order is collected. */
  country: string | undefined;
  isCollected: boolean;
  select: React.ReactNode;
};

/** Value of the choice that is no country. */
const elsewhere = '';

/** Returns the country that the cart is priced for, the one of the checkout, and the list to choose another, or the counter. */
export function useCartCountry({ shipTo, pickup }: Pick<PublicSettings, 'shipTo' | 'pickup'>): CartCountry {
  const chosen = useShipTo();
  const [isElsewhere, setElsewhere] = useState(false);
  const hasCounter = pickup?.isOffered === true;
  const isCollected = hasCounter && chosen === atCounter && !isElsewhere;
  const wanted = chosen === null || chosen === atCounter ? shipTo[0] : chosen;
  const country = isElsewhere || isCollected ? undefined : shipTo.find((name) => name === wanted);
  const choose = (name: string) => {
    setElsewhere(name === elsewhere);
    if (name !== elsewhere) storeShipTo(name);
  };
  const refusal =
    isElsewhere || !wanted ? 'We ship only to the countries of this list.' : `We do not ship to ${wanted}.`;
  const hint = hasCounter ? `Or choose “${pickupLabel}”.` : '';
  const select = (
    <Select
      label="Ship to"
      value={isCollected ? atCounter : (country ?? elsewhere)}
      onChange={({ target }) => choose(target.value)}
      error={isCollected || country !== undefined ? undefined : `${refusal} ${hint}`.trim()}
    >
      {shipTo.map((name) => (
        <option key={name}>{name}</option>
      ))}
      {hasCounter && <option value={atCounter}>{pickupLabel}</option>}
      <option value={elsewhere}>Another country</option>
    </Select>
  );
  return { country, isCollected, select };
}
