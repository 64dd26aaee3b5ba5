import { authToken, useAuth } from './auth-store.ts';

export const sessionEnded = 'session-ended';

/** The shop no longer knows this token: whoever was signed in with it is not any more. */
export function endSession(token: string): void {
  // Somebody may have signed in anew while the answer was on its way.
  if (authToken() !== token) return;
  useAuth.getState().signOut();
  window.dispatchEvent(new Event(sessionEnded));
}
