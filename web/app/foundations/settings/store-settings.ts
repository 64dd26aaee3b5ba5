import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { useRouteLoaderData } from 'react-router';
import type { loader } from '../../root.tsx';

/**
 * Returns the public settings, loaded once with the first page. Undefined on the error page of a failed root
 * loader.
 */
export function useStoreSettings(): PublicSettings | undefined {
  return useRouteLoaderData<typeof loader>('root')?.settings;
}

/** Returns the shop's origin for absolute URLs in metadata. */
export function useStoreOrigin(): string {
  return useRouteLoaderData<typeof loader>('root')?.origin ?? '';
}

export function useStoreName(): string {
  return useStoreSettings()?.storeName ?? 'Reprise';
}
