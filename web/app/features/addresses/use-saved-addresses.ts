import type { SavedAddress } from '@reprise/contract/addresses';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { useAuth } from '../../session/auth-store.ts';

/** Returns the saved addresses of the signed-in customer; empty when the request fails. */
export function useSavedAddresses(): SavedAddress[] {
  const userId = useAuth((state) => (state.loading ? undefined : state.user?.id));
  const [addresses, setAddresses] = useState<SavedAddress[]>([]);
  useEffect(() => {
    setAddresses([]);
    if (userId === undefined) return;
    const leaving = new AbortController();
    api.listAddresses({}, { signal: leaving.signal }).then(
      (answer) => setAddresses(answer.addresses),
      () => {},
    );
    return () => leaving.abort();
  }, [userId]);
  return addresses;
}
