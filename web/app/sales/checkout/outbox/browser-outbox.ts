import { problemCodeOf } from '@reprise/contract/problem';
import { browserStorage } from '../../../browser/browser-storage.ts';
import { useAuth } from '../../../session/auth-store.ts';
import { mergeLines, useCart } from '../../cart/cart-store.ts';
import { createOutbox } from './outbox.ts';
import { outboxStorageName } from './outbox-signal.ts';

const loadApi = async () => (await import('../../../api/browser-api.ts')).api;

/** Checkout outbox of this browser, shared by its tabs. */
export const outbox = createOutbox({
  storage: browserStorage(),
  place: async (body, idempotencyKey) => {
    // A guest may see and replace only orders whose tokens are in this browser.
    const orderToken = outbox.openOrderTokens();
    const options = { idempotencyKey, ...(orderToken !== null && { orderToken }) };
    return (await loadApi()).placeOrder({ body }, options);
  },
  lookUp: async ({ key, reference, email }) => {
    const api = await loadApi();
    const placed = await orNull(api.findPlacedOrder({ body: { email } }, { idempotencyKey: key }));
    if (placed) return placed;
    const tracked = await orNull(api.trackOrder({ params: { number: reference }, query: { email } }));
    return tracked && 'received' in tracked ? 'received' : null;
  },
  exclusively,
  currentOwner: () => useAuth.getState().user?.id ?? null,
  restoreCart: (lines) => useCart.getState().restore(mergeLines(useCart.getState().lines, lines)),
  newKey,
  now: () => Date.now(),
});

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === outboxStorageName) outbox.notifyListeners();
  });
}

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (problemCodeOf(error) === 'NOT_FOUND') return null;
    throw error;
  }
}

const lockName = (key: string) => `checkout-outbox:${key}`;

/**
 * Runs the work in one tab at a time. Web Locks exist on secure origins only; elsewhere the shop's
 * idempotency key prevents a second order.
 */
async function exclusively<T>(key: string, work: () => Promise<T>, ifFree = false): Promise<T | undefined> {
  if (!navigator.locks) return await work();
  return await navigator.locks.request(lockName(key), { ifAvailable: ifFree }, (lock) =>
    lock === null ? undefined : work(),
  );
}

/** Returns 128 random bits; crypto.randomUUID exists on secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
