import { createHmac, timingSafeEqual } from 'node:crypto';

/** An id with our signature for one purpose: what a mailed link acts on. It follows from the id, so nothing is stored. */
export function signedId(secret: string, purpose: string, id: string): string {
  return `${id}.${createHmac('sha256', secret).update(`${purpose} ${id}`).digest('base64url')}`;
}

/** The id that was signed for this purpose; null for a token that we did not make. */
export function idOfSigned(secret: string, purpose: string, token: string): string | null {
  const id = token.slice(0, Math.max(0, token.lastIndexOf('.')));
  const right = Buffer.from(signedId(secret, purpose, id));
  const given = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}
