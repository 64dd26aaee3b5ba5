import { authToken, useAuth } from './auth-store.ts';
import { type EndReason, sessionEnded } from './session-ended.ts';

/** Signs this browser out after the server has rejected the token, and opens the sign-in page. */
export function endSession(token: string, reason?: EndReason): void {
  // The user may have signed in again during the request.
  if (authToken() !== token) return;
  useAuth.getState().signOut();
  window.dispatchEvent(new CustomEvent(sessionEnded, { detail: { reason } }));
}
