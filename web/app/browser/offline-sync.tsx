import { useEffect } from 'react';
import { createPath, useNavigation } from 'react-router';
import { storeOfflineTarget } from './offline-target.ts';

/**
 * Registers the service worker after the page has loaded, so that it does not delay the first page, and stores the
 * target of a navigation that a reload interrupts.
 */
export function OfflineSync() {
  const { location: target } = useNavigation();
  useEffect(() => {
    if (!target) return;
    const store = () => storeOfflineTarget(createPath(target));
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, [target]);
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
