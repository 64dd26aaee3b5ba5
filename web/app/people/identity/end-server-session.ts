import { api } from '../../api/browser-api.ts';
import { sendWishlistChanges } from '../../catalog/wishlist/send-wishlist-changes.ts';
import { whenCartSent } from '../../sales/cart/account-cart.ts';

const maxWaitMs = 1500;

/**
 * Ends the session on the server, ignoring failures. Waits at most 1.5 s for pending changes of cart and wishlist, which
 * need the token.
 */
export async function endServerSession(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all([whenCartSent(), sendWishlistChanges()]), timeout]);
  api.logout().catch(() => {});
}
