import { api } from '../../api/browser-api.ts';
import { useAuth } from '../identity/auth-store.ts';
import { useWishlist } from './wishlist-store.ts';

/** What the shop keeps of this customer, with a guest's wishes added. Without an answer the next page asks again. */
export async function takeOver(userId: string, guestIds: string[]): Promise<void> {
  const kept = async () => (await api.getWishlist()).ids;
  const merged = async () => (await api.addToWishlist({ body: { products: guestIds } })).ids;
  try {
    // Where there is no room for the guest's wishes, the account's own stay.
    const ids = guestIds.length === 0 ? await kept() : await merged().catch(kept);
    if (useAuth.getState().user?.id === userId) useWishlist.getState().handTo(userId, ids);
  } catch {
    // The shop did not answer; nothing is lost: the list keeps its owner until it does.
  }
}
