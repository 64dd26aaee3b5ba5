import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** Returns the signature of an id for one purpose: an HMAC of 256 bits, so that no token is stored. */
export function signatureOf({ current }: Keyring, purpose: string, id: string): string {
  return hmac(current.secret, messageOf(purpose, id));
}

/** True for a signature by the current or the previous key. Links in older mails have the v1 format. */
export function isSignature({ all }: Keyring, purpose: string, id: string, signature: string): boolean {
  return all.some(
    ({ secret }) =>
      isSame(signature, hmac(secret, messageOf(purpose, id))) ||
      // With a space in the id, a v1 signature for another purpose could pass as one for this.
      (!/\s/.test(id) && isSame(signature, hmac(secret, `${purpose} ${id}`))),
  );
}

/** Returns the id with its signature for one purpose, for links in mails. */
export function signedId(keyring: Keyring, purpose: string, id: string): string {
  return `${id}.${signatureOf(keyring, purpose, id)}`;
}

/** Returns the id that was signed for this purpose; null for an invalid token. */
export function idOfSigned(keyring: Keyring, purpose: string, token: string): string | null {
  const end = token.lastIndexOf('.');
  const id = token.slice(0, Math.max(0, end));
  return end > 0 && isSignature(keyring, purpose, id, token.slice(end + 1)) ? id : null;
}

/** Includes the length of the purpose, so that no two pairs of purpose and id share a signature. */
function messageOf(purpose: string, id: string): string {
  return `v2:${purpose.length}:${purpose}:${id}`;
}

function hmac(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('base64url');
}

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
