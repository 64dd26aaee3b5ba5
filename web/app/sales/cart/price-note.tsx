import { priceNoteOf, ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { atCounter, useShipTo } from './ship-to.ts';

type PriceNoteProps = {
  /** Missing: the country that was chosen in the cart, that of the counter if it was chosen, or else the first that the store ships to. */
  country?: string | undefined;
  className?: string;
};

/** Shows the words about tax and shipping that belong beside prices in a country. Renders nothing without them. */
export function PriceNote({ country, className = '' }: PriceNoteProps) {
  const settings = useStoreSettings();
  const chosen = useShipTo();
  if (!settings) return null;
  const wanted = country ?? (chosen === atCounter ? settings.pickup?.country : chosen);
  const note = priceNoteOf(ratesIn(settings, wanted ?? settings.shipTo[0]));
  return note === '' ? null : <p className={`wrap-anywhere text-ink-muted text-sm ${className}`}>{note}</p>;
}
