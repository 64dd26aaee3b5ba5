import { createCipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptField, encryptField, reencryptField } from './encrypted-field.ts';
import { createKeyring } from './keyring.ts';

const secret = 'the secret of this application';
const keyring = createKeyring(secret);
const rotated = createKeyring('the secret that follows it', secret);

test('decrypts only with the same secret and in the same field', () => {
  const encrypted = encryptField(keyring, 'two-factor usr_1', 'JBSWY3DPEHPK3PXP');
  expect(encrypted).not.toContain('JBSWY3DPEHPK3PXP');
  expect(decryptField(keyring, 'two-factor usr_1', encrypted)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => decryptField(createKeyring('another secret'), 'two-factor usr_1', encrypted)).toThrow();
  expect(() => decryptField(keyring, 'two-factor usr_2', encrypted)).toThrow();
});

test('decrypting changed text throws', () => {
  const encrypted = encryptField(keyring, 'place', 'text');
  for (const index of [encrypted.length - 10, encrypted.length - 30]) {
    const other = encrypted[index] === 'A' ? 'B' : 'A';
    expect(() =>
      decryptField(keyring, 'place', encrypted.slice(0, index) + other + encrypted.slice(index + 1)),
    ).toThrow();
  }
  expect(() => decryptField(keyring, 'place', 'v1.')).toThrow();
  expect(() => decryptField(keyring, 'place', 'v2.')).toThrow();
  expect(() => decryptField(keyring, 'place', 'plain')).toThrow();
});

test('the same text is encrypted differently each time', () => {
  expect(encryptField(keyring, 'place', 'text')).not.toBe(encryptField(keyring, 'place', 'text'));
});

test('decrypts with the previous key and encrypts with the current one', () => {
  const encrypted = encryptField(keyring, 'place', 'text');
  expect(decryptField(rotated, 'place', encrypted)).toBe('text');
  const reencrypted = reencryptField(rotated, 'place', encrypted) ?? '';
  expect(reencrypted).not.toBe(encrypted);
  expect(reencryptField(rotated, 'place', reencrypted)).toBe(reencrypted);
  expect(reencryptField(rotated, 'place', null)).toBeNull();
  expect(reencryptField(createKeyring('another secret'), 'place', encrypted)).toBe('unreadable');
  expect(decryptField(createKeyring('the secret that follows it'), 'place', reencrypted)).toBe('text');
  expect(() => decryptField(keyring, 'place', reencrypted)).toThrow('which is not configured');
});

test('decrypts the v1 format, which has no key id', () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sealed text', 32));
  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('place'));
  const bytes = Buffer.concat([nonce, cipher.update('text'), cipher.final(), cipher.getAuthTag()]);
  const encrypted = `v1.${bytes.toString('base64url')}`;
  expect([keyring, rotated].map((keys) => decryptField(keys, 'place', encrypted))).toEqual(['text', 'text']);
  expect(() => decryptField(createKeyring('another secret'), 'place', encrypted)).toThrow();
  expect(reencryptField(keyring, 'place', encrypted)).toMatch(/^v2\./);
});
