import { createHash } from 'node:crypto';

/** What is stored of a token. The tokens are random, so a fast hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
