import { useEffect } from 'react';

/** Registers the service worker after the page has loaded, so that it does not delay the first page. */
export function OfflineSync() {
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
