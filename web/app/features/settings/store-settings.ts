import type { PublicSettings } from '@reprise/contract/settings';
import { useRouteLoaderData } from 'react-router';
import type { loader } from '../../root.tsx';

/** The store's public settings, loaded once with the first page. Not there on the page for a failed start. */
export function useStoreSettings(): PublicSettings | undefined {
  return useRouteLoaderData<typeof loader>('root')?.settings;
}

/** The shop's own address, for what search engines read. */
export function useStoreOrigin(): string {
  return useRouteLoaderData<typeof loader>('root')?.origin ?? '';
}

export function useStoreName(): string {
  return useStoreSettings()?.storeName ?? 'Reprise';
}
