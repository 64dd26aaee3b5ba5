import type { Country } from '@reprise/contract/countries';
import { useStoreSettings } from './store-settings.ts';

/** Returns the country that blank addresses begin with: the first that the store ships to. */
export function useHomeCountry(): Country {
  const { shipTo: [home] = [] } = useStoreSettings() ?? {};
  return home ?? 'United States';
}
