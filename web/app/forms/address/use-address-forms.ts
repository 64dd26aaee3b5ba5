import { type Country, firstShipTo } from '@reprise/contract/countries';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import { addStates } from '@reprise/contract/sales/orders/states';
import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { hasOwnHints } from './country-hints.ts';

const loaded = new Map<Country | undefined, Promise<AddressForm[]>>();

/** Loads the forms of a country, or of all that the store ships to, once; a failed load is tried again by the next form. */
function loadForms(country: Country | undefined): Promise<AddressForm[]> {
  const known = loaded.get(country);
  if (known) return known;
  const loading = api.listAddressForms({ query: { country } }).then(({ forms }) => {
    for (const form of forms) addStates(form.country, form.states);
    return forms;
  });
  loaded.set(country, loading);
  loading.catch(() => loaded.delete(country));
  return loading;
}

/** Returns the countries that the store ships to. */
export function useServedCountries(): Country[] {
  const root = useRouteLoaderData('root') as { settings: PublicSettings } | undefined;
  return root?.settings.shipTo ?? firstShipTo;
}

/**
 * Returns the countries that the store ships to, and the forms of those whose hints are not part of the page; of a billing
 * address, the form of its country.
 */
export function useAddressForms(billed?: Country): { shipTo: Country[]; forms: AddressForm[] } {
  const shipTo = useServedCountries();
  const needsForms = !(billed ? [billed] : shipTo).every(hasOwnHints);
  const [forms, setForms] = useState<AddressForm[]>([]);
  useEffect(() => {
    if (!needsForms) return;
    let isCurrent = true;
    loadForms(billed).then(
      (all) => isCurrent && setForms(all),
      // The fields take any text without them.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [needsForms, billed]);
  return { shipTo, forms };
}
