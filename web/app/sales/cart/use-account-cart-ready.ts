import { useEffect, useState } from 'react';
import { useAuth } from '../../session/auth-store.ts';
import { whenCartSent } from './account-cart.ts';

/** True once the account's cart has been fetched, or could not be; a guest has none. */
export function useAccountCartReady(): boolean {
  const userId = useAuth(({ loading, user }) => (loading ? undefined : (user?.id ?? null)));
  const [fetchedFor, setFetchedFor] = useState<string | null>();
  useEffect(() => {
    if (userId === undefined) return;
    let isCurrent = true;
    // CartSync may start to fetch in a later effect of the same commit.
    void Promise.resolve()
      .then(whenCartSent)
      .then(() => isCurrent && setFetchedFor(userId));
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  return fetchedFor !== undefined && fetchedFor === userId;
}
