import { priceNoteIn } from '@reprise/contract/sales/orders/country-rates';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { pricedCountry, useShipTo } from './ship-to.ts';

type PriceNoteProps = {
  /** Missing: the country that was chosen in the cart, that of the counter if it was chosen, or else the first that the store ships to. */
  country?: string | undefined;
  /** True beside the amounts of a cart, which a tax may have been taken off. */
  isCharged?: boolean;
  className?: string;
};

/** Shows the words about tax and shipping that belong beside prices in a country. Renders nothing without them. */
export function PriceNote({ country, isCharged = false, className = '' }: PriceNoteProps) {
  const settings = useStoreSettings();
  const chosen = useShipTo();
  if (!settings) return null;
  const note = priceNoteIn(settings, country ?? pricedCountry(settings, chosen), isCharged);
  return note === '' ? null : <p className={`wrap-anywhere text-ink-muted text-sm ${className}`}>{note}</p>;
}
