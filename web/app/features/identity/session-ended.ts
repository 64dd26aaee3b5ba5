import { authToken, useAuth } from './auth-store.ts';

export const sessionEnded = 'session-ended';

/** `idle`: the page itself signed out because there was no input for the store's idle time. */
export type EndReason = 'idle';

declare global {
  interface WindowEventMap {
    [sessionEnded]: CustomEvent<{ reason: EndReason | undefined }>;
  }
}

/** The shop no longer knows this token: whoever was signed in with it is not any more. */
export function endSession(token: string, reason?: EndReason): void {
  // Somebody may have signed in anew while the answer was on its way.
  if (authToken() !== token) return;
  useAuth.getState().signOut();
  window.dispatchEvent(new CustomEvent(sessionEnded, { detail: { reason } }));
}
