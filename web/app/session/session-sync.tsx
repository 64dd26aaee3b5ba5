import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { authStorageName, useAuth } from './auth-store.ts';
import { signInAddress } from './local-path.ts';
import { type EndReason, sessionEnded } from './session-ended.ts';

/**
 * Reads the stored user after hydration, asks once whether the session still stands, and follows signing in
 * and out in other tabs. A session that turns out to have ended leads to the sign-in page and back.
 */
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
    void useAuth.getState().confirm(loadUser);
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const navigate = useNavigate();
  // The page that asked may be the one on its way.
  const here = useLocation();
  const { pathname, search } = useNavigation().location ?? here;
  useEffect(() => {
    const goToSignIn = ({ detail }: CustomEvent<{ reason: EndReason | undefined }>) =>
      void navigate(signInAddress(pathname + search, '/login', detail.reason));
    window.addEventListener(sessionEnded, goToSignIn);
    return () => window.removeEventListener(sessionEnded, goToSignIn);
  }, [navigate, pathname, search]);
  return null;
}

async function loadUser() {
  const { api } = await import('../api/browser-api.ts');
  return (await api.getMe()).user;
}
