import { api } from '../api/browser-api.ts';
import { cartIsSent } from '../features/cart/account-cart.ts';
import { forgetOwnOrders } from '../features/checkout/forget-own-orders.ts';
import { sendWishes } from '../features/wishlist/send-wishes.ts';

const maxWaitMs = 1500;

/**
 * Ends the session at the shop, while the token is still there; its outcome changes nothing here. Whoever signs out
 * right after a change does not lose it, but nobody waits long for that.
 */
export async function leaveShop(): Promise<void> {
  await forgetOwnOrders();
  const enough = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all([cartIsSent(), sendWishes()]), enough]);
  api.logout().catch(() => {});
}
