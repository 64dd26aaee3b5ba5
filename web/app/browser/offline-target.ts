const name = 'offline-target';

const currentPath = () => window.location.pathname + window.location.search;

/**
 * Stores the target of a navigation, by the page it starts from. If the script of the target cannot be fetched, the router
 * reloads that page, and the service worker sees only its URL.
 */
export function storeOfflineTarget(target: string): void {
  sessionStorage.setItem(name, `${currentPath()} ${target}`);
}

/** Returns the target of the navigation that ended at this page, which the service worker shows for another. */
export function readOfflineTarget(): string | null {
  const shown = new URLSearchParams(window.location.search).get('to');
  const [from, target] = (sessionStorage.getItem(name) ?? '').split(' ');
  return target && (from === shown || from === currentPath()) ? target : shown;
}
