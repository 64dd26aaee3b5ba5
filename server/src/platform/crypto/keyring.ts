import { hkdfSync } from 'node:crypto';

type Key = {
  /** Names the key in what it encrypted; follows from the key and does not reveal it. */
  id: string;
  secret: string;
};

/** The keys behind signatures and encryption. During a rotation there are two. */
export type Keyring = {
  /** Signs and encrypts. */
  current: Key;
  /** Verify and decrypt: the current key first, then earlier ones. */
  all: readonly Key[];
};

/** The first secret signs and encrypts, later ones only verify and decrypt. */
export function createKeyring(current: string, ...earlier: string[]): Keyring {
  const keys = [...new Set([current, ...earlier])].map((secret) => ({ id: keyIdOf(secret), secret }));
  return { current: keys[0] as Key, all: keys };
}

function keyIdOf(secret: string): string {
  return deriveBytes(secret, 'key id', 6).toString('base64url');
}

/** A key for one use: what one use reveals about its key tells nothing about the others. */
export function deriveBytes(secret: string, use: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, length));
}
