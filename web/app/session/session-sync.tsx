import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { authStorageName, useAuth } from './auth-store.ts';
import { signInUrl } from './local-path.ts';
import { type EndReason, sessionEnded } from './session-ended.ts';

/**
 * Reads the stored user after hydration, confirms the session once, and follows sign-ins and sign-outs of
 * other tabs. An ended session redirects to the sign-in page and back.
 */
export function SessionSync() {
  // A layout effect runs before other effects, which could change the store and overwrite the stored user.
  useLayoutEffect(() => {
    const readStored = () => void useAuth.persist.rehydrate();
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== null && key !== authStorageName) return;
      if (newValue !== null) return readStored();
      // A sign-out writes to the storage too: two tabs would otherwise trigger each other forever.
      if (useAuth.getState().isAuthenticated) useAuth.getState().signOut();
    };
    readStored();
    void useAuth.getState().confirm(loadUser);
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const navigate = useNavigate();
  // The failed call may belong to the page that is being opened.
  const here = useLocation();
  const { pathname, search } = useNavigation().location ?? here;
  useEffect(() => {
    const goToSignIn = ({ detail }: CustomEvent<{ reason: EndReason | undefined }>) =>
      void navigate(signInUrl(pathname + search, '/login', detail.reason));
    window.addEventListener(sessionEnded, goToSignIn);
    return () => window.removeEventListener(sessionEnded, goToSignIn);
  }, [navigate, pathname, search]);
  return null;
}

async function loadUser() {
  const { api } = await import('../api/browser-api.ts');
  return (await api.getMe()).user;
}
