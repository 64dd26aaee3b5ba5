import { createHash } from 'node:crypto';

/** Returns the hash that is stored instead of a token. Tokens are random, so a fast hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
