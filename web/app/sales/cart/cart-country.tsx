import { useState } from 'react';
import { Select } from '../../ui/forms/select.tsx';
import { storeShipTo, useShipTo } from './ship-to.ts';

type CartCountry = {
  /** Undefined if the store does not ship there. */
  country: string | undefined;
  select: React.ReactNode;
};

/** Value of the choice that is no country. */
const elsewhere = '';

/** Returns the country that the cart is priced for, the one of the checkout, and the list to choose another. */
export function useCartCountry(shipTo: string[]): CartCountry {
  const chosen = useShipTo();
  const [isElsewhere, setElsewhere] = useState(false);
  const wanted = chosen ?? shipTo[0];
  const country = isElsewhere ? undefined : shipTo.find((name) => name === wanted);
  const choose = (name: string) => {
    setElsewhere(name === elsewhere);
    if (name !== elsewhere) storeShipTo(name);
  };
  const refusal =
    isElsewhere || !wanted ? 'We ship only to the countries of this list.' : `We do not ship to ${wanted}.`;
  const select = (
    <Select
      label="Ship to"
      value={country ?? elsewhere}
      onChange={({ target }) => choose(target.value)}
      error={country === undefined ? refusal : undefined}
    >
      {shipTo.map((name) => (
        <option key={name}>{name}</option>
      ))}
      <option value={elsewhere}>Another country</option>
    </Select>
  );
  return { country, select };
}
