import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'sealed text', 32));

/**
 * Encrypts what the database must not be able to read. `place` says where the result is kept, such as a column and
 * a row's id: moved anywhere else it no longer opens.
 */
export function sealText(secret: string, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(secret), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
  return `v1.${sealed.toString('base64url')}`;
}

/** The text again. Throws when the application's secret is another one, or somebody changed or moved it. */
export function openSealedText(secret: string, place: string, sealed: string): string {
  const [version, content = ''] = sealed.split('.', 2);
  if (version !== 'v1') throw new Error('Sealed in a way that is not known.');
  const bytes = Buffer.from(content, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const opening = createDecipheriv(cipher, keyOf(secret), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  return opening.update(bytes.subarray(nonceBytes, -tagBytes)) + opening.final('utf8');
}
