import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** Our signature under an id for one purpose: 256 bits that follow from the id, so nothing is stored. */
export function signatureOf({ current }: Keyring, purpose: string, id: string): string {
  return hmac(current.secret, messageOf(purpose, id));
}

/** True for a signature by the current or the previous key. Links that were mailed earlier hold the older form. */
export function isSignature({ all }: Keyring, purpose: string, id: string, signature: string): boolean {
  return all.some(
    ({ secret }) =>
      isSame(signature, hmac(secret, messageOf(purpose, id))) ||
      // With a blank in the id, a signature for another purpose could be read as one for this.
      (!/\s/.test(id) && isSame(signature, hmac(secret, `${purpose} ${id}`))),
  );
}

/** An id with our signature for one purpose: what a mailed link acts on. */
export function signedId(keyring: Keyring, purpose: string, id: string): string {
  return `${id}.${signatureOf(keyring, purpose, id)}`;
}

/** The id that was signed for this purpose; null for a token that we did not make. */
export function idOfSigned(keyring: Keyring, purpose: string, token: string): string | null {
  const end = token.lastIndexOf('.');
  const id = token.slice(0, Math.max(0, end));
  return end > 0 && isSignature(keyring, purpose, id, token.slice(end + 1)) ? id : null;
}

/** The length says where the purpose ends, so no two pairs of purpose and id share a signature. */
function messageOf(purpose: string, id: string): string {
  return `v2:${purpose.length}:${purpose}:${id}`;
}

function hmac(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('base64url');
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
