import { hkdfSync } from 'node:crypto';

type Key = {
  /** Identifies the key in encrypted text; derived from the secret without revealing it. */
  id: string;
  secret: string;
};

/** The keys behind signatures and encryption. During a rotation there are two. */
export type Keyring = {
  /** Key that signs and encrypts. */
  current: Key;
  /** Keys that verify and decrypt: the current one first, then earlier ones. */
  all: readonly Key[];
};

/** Creates a keyring whose first secret signs and encrypts; earlier ones only verify and decrypt. */
export function createKeyring(current: string, ...earlier: string[]): Keyring {
  const keys = [...new Set([current, ...earlier])].map((secret) => ({ id: keyIdOf(secret), secret }));
  return { current: keys[0] as Key, all: keys };
}

function keyIdOf(secret: string): string {
  return deriveBytes(secret, 'key id', 6).toString('base64url');
}

/** Derives a key for one use, so that a leak of one key does not affect the other uses. */
export function deriveBytes(secret: string, use: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, length));
}
