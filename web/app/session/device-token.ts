import { browserStorage } from '../browser/browser-storage.ts';
import { type SignedInUser, useAuth } from './auth-store.ts';

const name = 'device-token';

type Session = { token: string; user: SignedInUser; deviceToken: string };

/**
 * Signs in and stores the token that identifies this browser at the next sign-in. It survives a sign-out and grants no
 * access.
 */
export function enterSession({ deviceToken, ...session }: Session): void {
  browserStorage().setItem(name, deviceToken);
  useAuth.getState().signIn(session);
}

/** Returns the device token to send with a sign-in. */
export function readDeviceToken(): string | undefined {
  const token = browserStorage().getItem(name);
  return typeof token === 'string' && token !== '' ? token.slice(0, 200) : undefined;
}
