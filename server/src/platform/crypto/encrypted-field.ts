import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveBytes, type Keyring } from './keyring.ts';

// Format: `v2.<key id>.<nonce, ciphertext, tag>`. Older rows have `v1.<nonce, ciphertext, tag>`, without a key id.

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string) => deriveBytes(secret, 'sealed text', 32);

/**
 * Encrypts a field that the database must not be able to read. `place` names the field, such as a column and a row id,
 * and is authenticated: the result cannot be decrypted in another field.
 */
export function encryptField({ current }: Keyring, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(current.secret), nonce).setAAD(Buffer.from(place));
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v2.${current.id}.${bytes.toString('base64url')}`;
}

/** Returns the plain text. Throws when no key fits, or when the text was changed or moved to another field. */
export function decryptField(keyring: Keyring, place: string, encrypted: string): string {
  const [version, ...rest] = encrypted.split('.');
  if (version === 'v1') return decryptWithAny(keyring, place, rest[0] ?? '');
  if (version !== 'v2') throw new Error('Encrypted in an unknown format.');
  const [keyId, content = ''] = rest;
  const key = keyring.all.find(({ id }) => id === keyId);
  if (!key) throw new Error(`Encrypted with key ${keyId}, which is not configured.`);
  return decryptWith(key.secret, place, content);
}

/** Returns the prefix of all text encrypted with the current key. */
export function encryptedPrefix({ current }: Keyring): string {
  return `v2.${current.id}.`;
}

/** Returns the text encrypted with the current key, unchanged if it is already; 'unreadable' if no key decrypts it. */
export function reencryptField(
  keyring: Keyring,
  place: string,
  encrypted: string | null,
): string | null | 'unreadable' {
  if (encrypted === null || encrypted.startsWith(encryptedPrefix(keyring))) return encrypted;
  try {
    return encryptField(keyring, place, decryptField(keyring, place, encrypted));
  } catch {
    return 'unreadable';
  }
}

function decryptWithAny({ all }: Keyring, place: string, content: string): string {
  let lastError: unknown;
  for (const { secret } of all) {
    try {
      return decryptWith(secret, place, content);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

function decryptWith(secret: string, place: string, content: string): string {
  const bytes = Buffer.from(content, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyOf(secret), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes)) + decipher.final('utf8');
}
