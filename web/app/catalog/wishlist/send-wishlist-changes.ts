import { Problem } from '@reprise/contract/problem';
import { api } from '../../api/browser-api.ts';
import { createSyncQueue } from '../../browser/sync-queue.ts';
import { authToken, useAuth } from '../../session/auth-store.ts';
import { notify } from '../../ui/overlays/notify.ts';
import { guestLimit, useWishlist, withToggled } from './wishlist-store.ts';

// Changes of the wishlist are stored in the browser at once and sent afterwards, so that neither a closed
// page nor a lost connection loses one. Both calls are idempotent.

const retryAfterMs = 15_000;

const queue = createSyncQueue();

/** Sends all pending changes. Without a response they remain pending and are sent again. */
export const sendWishlistChanges = (): Promise<void> => queue.run(sendAll);

/**
 * Makes the list the customer's: the account's wishlist plus the guest's. Without a response the list keeps
 * its owner, and the next page tries again.
 */
export function applyRemoteWishlist(userId: string): Promise<void> {
  void queue.run(() => mergeInto(userId));
  return sendWishlistChanges();
}

async function mergeInto(userId: string): Promise<void> {
  const { owner, ids: localIds } = useWishlist.getState();
  if (owner === userId) return;
  const guestIds = owner === null ? localIds.slice(0, guestLimit) : [];
  // The merged list includes all changes so far.
  useWishlist.setState({ unsent: [] });
  const readAccountList = async () => (await api.getWishlist()).ids;
  const merged = async () => (await api.addToWishlist({ body: { products: guestIds } })).ids;
  try {
    // The account's list wins when it has no room for the guest's.
    const ids = guestIds.length === 0 ? await readAccountList() : await merged().catch(readAccountList);
    if (useAuth.getState().user?.id === userId) useWishlist.getState().assignTo(userId, ids);
  } catch {
    // The shop is unreachable; the list and its pending changes remain.
  }
}

/** Returns the pause before the next attempt when there was no response. */
async function sendAll(): Promise<number | undefined> {
  if (authToken() === null) trimToLimit();
  while (authToken() !== null) {
    const { ids, unsent } = useWishlist.getState();
    const id = unsent.at(-1);
    if (id === undefined) break;
    if (!(await send(id, ids.includes(id)))) return retryAfterMs;
  }
  return undefined;
}

/** Trims a guest's list to the limit: the most recent addition is undone. */
function trimToLimit(): void {
  const { ids } = useWishlist.getState();
  if (ids.length <= guestLimit) return;
  useWishlist.setState({ ids: ids.slice(-guestLimit) });
  notify('warning', `A guest wishlist holds ${guestLimit} products. Sign in to save more, or remove some.`);
}

/** Returns false when there was no response. A rejected change shows an error and is undone. */
async function send(id: string, wished: boolean): Promise<boolean> {
  try {
    const { ids } = wished
      ? await api.addToWishlist({ body: { products: [id] } })
      : await api.removeFromWishlist({ params: { id } });
    settle(id, wished);
    const { owner, assignTo } = useWishlist.getState();
    if (owner !== null) assignTo(owner, ids);
    return true;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.code === 'RATE_LIMITED') return false;
    // After sign-out there is no list on this page to undo the change in.
    if (error.code !== 'UNAUTHENTICATED') {
      settle(id, wished);
      useWishlist.setState(({ ids }) => ({ ids: withToggled(ids, id, !wished) }));
    }
    notify('error', error.message);
    return true;
  }
}

/** Marks a change as sent, unless it was reversed during the request. */
function settle(id: string, wished: boolean): void {
  const { ids, unsent } = useWishlist.getState();
  if (ids.includes(id) === wished) useWishlist.setState({ unsent: withToggled(unsent, id, false) });
}
