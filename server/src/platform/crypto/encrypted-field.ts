import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveBytes, type Keyring } from './keyring.ts';

// `v2.<key id>.<nonce, ciphertext, tag>`. Shops that began before keys had ids hold `v1.<nonce, ciphertext, tag>`.

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string) => deriveBytes(secret, 'sealed text', 32);

/**
 * Encrypts what the database must not be able to read. `place` says where the result is kept, such as a column and
 * a row's id: moved anywhere else it no longer opens.
 */
export function encryptField({ current }: Keyring, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(current.secret), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
  return `v2.${current.id}.${sealed.toString('base64url')}`;
}

/** The text again. Throws when none of the keys made it, or somebody changed or moved it. */
export function decryptField(keyring: Keyring, place: string, sealed: string): string {
  const [version, ...rest] = sealed.split('.');
  if (version === 'v1') return openWithAny(keyring, place, rest[0] ?? '');
  if (version !== 'v2') throw new Error('Sealed in a way that is not known.');
  const [keyId, content = ''] = rest;
  const key = keyring.all.find(({ id }) => id === keyId);
  if (!key) throw new Error(`Sealed with key ${keyId}, which this shop was not given.`);
  return openWith(key.secret, place, content);
}

/** What text that the current key sealed begins with. */
export function encryptedPrefix({ current }: Keyring): string {
  return `v2.${current.id}.`;
}

/** The same text sealed with the current key; as it is where that is so already. */
export function reencryptField(
  keyring: Keyring,
  place: string,
  sealed: string | null,
): string | null | 'unreadable' {
  if (sealed === null || sealed.startsWith(encryptedPrefix(keyring))) return sealed;
  try {
    return encryptField(keyring, place, decryptField(keyring, place, sealed));
  } catch {
    return 'unreadable';
  }
}

function openWithAny({ all }: Keyring, place: string, content: string): string {
  let fault: unknown;
  for (const { secret } of all) {
    try {
      return openWith(secret, place, content);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function openWith(secret: string, place: string, content: string): string {
  const bytes = Buffer.from(content, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const opening = createDecipheriv(cipher, keyOf(secret), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  return opening.update(bytes.subarray(nonceBytes, -tagBytes)) + opening.final('utf8');
}
