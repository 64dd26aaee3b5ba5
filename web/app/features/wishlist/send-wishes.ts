import { Problem } from '@reprise/contract/problem';
import { api } from '../../api/browser-api.ts';
import { authToken, useAuth } from '../../session/auth-store.ts';
import { notify } from '../../ui/overlays/notify.ts';
import { guestLimit, useWishlist, withOrWithout } from './wishlist-store.ts';

// What a heart was pressed for is written down in the browser at once and sent afterwards: a page that is left, or a
// line that is down, takes no wish along. Telling the shop the same wish twice does no harm.

const askAgainAfterMs = 15_000;

// One after the other: an answer never overtakes the press that followed its question.
let last: Promise<void> = Promise.resolve();
let again: ReturnType<typeof setTimeout> | undefined;

/** Tells the shop every wish it has not heard of. Without an answer they stay written down and are sent again. */
export function sendWishes(): Promise<void> {
  last = last.then(sendAll);
  return last;
}

/**
 * The list becomes this customer's: what the shop keeps of them, with a guest's wishes added. Without an answer it
 * keeps its owner, and the next page asks again.
 */
export function applyRemoteWishlist(userId: string): Promise<void> {
  last = last.then(() => mergeInto(userId)).then(sendAll);
  return last;
}

async function mergeInto(userId: string): Promise<void> {
  const { owner, ids: here } = useWishlist.getState();
  if (owner === userId) return;
  const guestIds = owner === null ? here.slice(0, guestLimit) : [];
  // What was pressed until now is in the list that is taken over.
  useWishlist.setState({ unsent: [] });
  const kept = async () => (await api.getWishlist()).ids;
  const merged = async () => (await api.addToWishlist({ body: { products: guestIds } })).ids;
  try {
    // Where there is no room for the guest's wishes, the account's own stay.
    const ids = guestIds.length === 0 ? await kept() : await merged().catch(kept);
    if (useAuth.getState().user?.id === userId) useWishlist.getState().handTo(userId, ids);
  } catch {
    // The shop did not answer; nothing is lost.
  }
}

async function sendAll(): Promise<void> {
  clearTimeout(again);
  if (authToken() === null) return keepToLimit();
  while (authToken() !== null) {
    const { ids, unsent } = useWishlist.getState();
    const id = unsent.at(-1);
    if (id === undefined) return;
    if (await send(id, ids.includes(id))) continue;
    again = setTimeout(sendWishes, askAgainAfterMs);
    return;
  }
}

/** A browser keeps only so many: the latest one falls back. */
function keepToLimit(): void {
  const { ids } = useWishlist.getState();
  if (ids.length <= guestLimit) return;
  useWishlist.setState({ ids: ids.slice(-guestLimit) });
  notify('warning', `This browser keeps ${guestLimit} products. Sign in to keep more, or take some off.`);
}

/** False where nobody answered. A refusal is said, and the heart falls back. */
async function send(id: string, wished: boolean): Promise<boolean> {
  try {
    const { ids } = wished
      ? await api.addToWishlist({ body: { products: [id] } })
      : await api.removeFromWishlist({ params: { id } });
    settle(id, wished);
    const { owner, handTo } = useWishlist.getState();
    if (owner !== null) handTo(owner, ids);
    return true;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.code === 'RATE_LIMITED') return false;
    // Whoever is not signed in any more has no list here to fall back to.
    if (error.code !== 'UNAUTHENTICATED') {
      settle(id, wished);
      useWishlist.setState(({ ids }) => ({ ids: withOrWithout(ids, id, !wished) }));
    }
    notify('error', error.message);
    return true;
  }
}

/** The shop has answered; unless the heart was pressed again meanwhile, that was all about it. */
function settle(id: string, wished: boolean): void {
  const { ids, unsent } = useWishlist.getState();
  if (ids.includes(id) === wished) useWishlist.setState({ unsent: withOrWithout(unsent, id, false) });
}
