import { Problem } from '@reprise/contract/problem';
import { notify } from '../../ui/notify.ts';
import { authToken } from '../identity/auth-store.ts';
import { guestLimit, useWishlist, withoutWish, withWish } from './wishlist-store.ts';

/** Puts a product on the wishlist or takes it off. The heart follows at once, and falls back if the shop refuses. */
export async function toggleWish(productId: string): Promise<void> {
  const { ids: before, owner, setIds } = useWishlist.getState();
  const wished = before.includes(productId);
  // Until the account has taken a guest's list over, this browser alone keeps it.
  const atTheShop = owner !== null && authToken() !== null;
  if (!atTheShop && !wished && before.length >= guestLimit) {
    notify('warning', `This browser keeps ${guestLimit} products. Sign in to keep more, or take some off.`);
    return;
  }
  setIds(wished ? withoutWish(before, productId) : withWish(before, productId));
  if (!atTheShop) return;
  try {
    setIds(await tellShop(productId, wished));
  } catch (error) {
    const { ids } = useWishlist.getState();
    setIds(wished ? withWish(ids, productId) : withoutWish(ids, productId));
    const said = error instanceof Problem && error.status < 500;
    notify('error', said ? error.message : 'Your wishlist could not be saved. Please try again.');
  }
}

async function tellShop(productId: string, wished: boolean): Promise<string[]> {
  const { api } = await import('../../api/browser-api.ts');
  const { ids } = wished
    ? await api.removeFromWishlist({ params: { id: productId } })
    : await api.addToWishlist({ body: { products: [productId] } });
  return ids;
}
