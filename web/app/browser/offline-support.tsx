import { useContext, useEffect } from 'react';
import { createPath, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { storeOfflineTarget } from './offline-target.ts';

/**
 * Registers the service worker after the page has loaded, so that it does not delay the first page, and stores the
 * target of a navigation that a reload interrupts.
 */
export function OfflineSupport() {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    // Reads the router, because a reload may come before React renders the pending navigation.
    const store = () => {
      const target = router?.state.navigation.location;
      if (target) storeOfflineTarget(createPath(target));
    };
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, [router]);
  useEffect(() => {
    // In development, cached files would hide changes.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // The shop works without a service worker.
    const register = () => navigator.serviceWorker.register('/service-worker.js').catch(() => {});
    if (document.readyState === 'complete') void register();
    else window.addEventListener('load', register, { once: true });
    return () => window.removeEventListener('load', register);
  }, []);
  return null;
}
