import { useLayoutEffect } from 'react';
import { authStorageName, useAuth } from './auth-store.ts';

/** Reads the stored user after hydration and follows signing in and out in other tabs. */
export function SessionSync() {
  // Before any other effect: one that changed the store first would overwrite what is stored.
  useLayoutEffect(() => {
    const readStored = () => void useAuth.persist.rehydrate();
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== null && key !== authStorageName) return;
      if (newValue !== null) return readStored();
      // Signing out writes too: two tabs that answered each other's sign-out would never stop.
      if (useAuth.getState().isAuthenticated) useAuth.getState().signOut();
    };
    readStored();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
