import { type Country, firstShipTo } from '@reprise/contract/countries';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import { addStates } from '@reprise/contract/sales/orders/states';
import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { hasOwnHints } from './country-hints.ts';

let loaded: Promise<AddressForm[]> | undefined;

/** Loads the forms once; a failed load is tried again by the next form. */
function loadForms(): Promise<AddressForm[]> {
  loaded ??= api.listAddressForms({}).then(({ forms }) => {
    for (const { country, states } of forms) addStates(country, states);
    return forms;
  });
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

/** Returns the countries that the store ships to, and the forms of those whose hints are not part of the page. */
export function useAddressForms(): { shipTo: Country[]; forms: AddressForm[] } {
  const root = useRouteLoaderData('root') as { settings: PublicSettings } | undefined;
  const shipTo = root?.settings.shipTo ?? firstShipTo;
  const needsForms = !shipTo.every(hasOwnHints);
  const [forms, setForms] = useState<AddressForm[]>([]);
  useEffect(() => {
    if (!needsForms) return;
    let isCurrent = true;
    loadForms().then(
      (all) => isCurrent && setForms(all),
      // The fields take any text without them.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [needsForms]);
  return { shipTo, forms };
}
