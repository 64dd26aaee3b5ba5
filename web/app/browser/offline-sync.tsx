import { useEffect } from 'react';

/** Registers the service worker once the page is done loading, so that it costs the first page nothing. */
export function OfflineSync() {
  useEffect(() => {
    // While developing, kept files would hide what was changed.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Where it is refused, the shop works as before.
    const register = () => navigator.serviceWorker.register('/service-worker.js').catch(() => {});
    if (document.readyState === 'complete') void register();
    else window.addEventListener('load', register, { once: true });
    return () => window.removeEventListener('load', register);
  }, []);
  return null;
}
