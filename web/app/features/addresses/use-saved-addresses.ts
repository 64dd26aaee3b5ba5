import type { SavedAddress } from '@reprise/contract/addresses';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { useAuth } from '../../session/auth-store.ts';

/** The addresses of whoever is signed in; without an answer the checkout goes on without them. */
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
