import { api } from '../../api/browser-api.ts';
import { whenCartSent } from '../cart/account-cart.ts';
import { sendWishlistChanges } from '../wishlist/send-wishlist-changes.ts';

const maxWaitMs = 1500;

/**
 * Ends the session at the shop while the token is still present; failures are ignored. Waits briefly for
 * pending changes, so that the account does not lose them.
 */
export async function leaveShop(): Promise<void> {
  const enough = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all([whenCartSent(), sendWishlistChanges()]), enough]);
  api.logout().catch(() => {});
}
