import { forgetOwnOrders } from '../features/checkout/forget-own-orders.ts';
import { authToken, useAuth } from './auth-store.ts';
import { type EndReason, sessionEnded } from './session-ended.ts';

/** Signs this browser out once the shop no longer knows the token, and leads to the sign-in page. */
export function endSession(token: string, reason?: EndReason): void {
  // Somebody may have signed in again while the answer was on its way.
  if (authToken() !== token) return;
  void forgetOwnOrders();
  useAuth.getState().signOut();
  window.dispatchEvent(new CustomEvent(sessionEnded, { detail: { reason } }));
}
