import { browserStorage } from '../browser/browser-storage.ts';
import { type SignedInUser, useAuth } from './auth-store.ts';

const name = 'device-token';

type Session = { token: string; user: SignedInUser; deviceToken: string };

/**
 * Signs in, and keeps the token that tells the shop at the next sign-in that this browser has been here before. It
 * outlives the sign-out and opens nothing.
 */
export function enterSession({ deviceToken, ...session }: Session): void {
  browserStorage().setItem(name, deviceToken);
  useAuth.getState().signIn(session);
}

/** Sent with a sign-in, whoever signs in. */
export function readDeviceToken(): string | undefined {
  const token = browserStorage().getItem(name);
  return typeof token === 'string' && token !== '' ? token.slice(0, 200) : undefined;
}
