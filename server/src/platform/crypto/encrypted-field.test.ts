import { createCipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptField, encryptField, reencryptField } from './encrypted-field.ts';
import { createKeyring } from './keyring.ts';

const secret = 'the secret of this application';
const keyring = createKeyring(secret);
const rotated = createKeyring('the secret that follows it', secret);

test('opens with the same secret at the same place, and nowhere else', () => {
  const sealed = encryptField(keyring, 'two-factor usr_1', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(decryptField(keyring, 'two-factor usr_1', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => decryptField(createKeyring('another secret'), 'two-factor usr_1', sealed)).toThrow();
  expect(() => decryptField(keyring, 'two-factor usr_2', sealed)).toThrow();
});

test('one changed character is noticed', () => {
  const sealed = encryptField(keyring, 'place', 'text');
  for (const at of [sealed.length - 10, sealed.length - 30]) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(() =>
      decryptField(keyring, 'place', sealed.slice(0, at) + other + sealed.slice(at + 1)),
    ).toThrow();
  }
  expect(() => decryptField(keyring, 'place', 'v1.')).toThrow();
  expect(() => decryptField(keyring, 'place', 'v2.')).toThrow();
  expect(() => decryptField(keyring, 'place', 'plain')).toThrow();
});

test('the same text is sealed differently each time', () => {
  expect(encryptField(keyring, 'place', 'text')).not.toBe(encryptField(keyring, 'place', 'text'));
});

test('opens under the previous key and seals under the current one', () => {
  const sealed = encryptField(keyring, 'place', 'text');
  expect(decryptField(rotated, 'place', sealed)).toBe('text');
  const again = reencryptField(rotated, 'place', sealed) ?? '';
  expect(again).not.toBe(sealed);
  expect(reencryptField(rotated, 'place', again)).toBe(again);
  expect(reencryptField(rotated, 'place', null)).toBeNull();
  expect(reencryptField(createKeyring('another secret'), 'place', sealed)).toBe('unreadable');
  expect(decryptField(createKeyring('the secret that follows it'), 'place', again)).toBe('text');
  expect(() => decryptField(keyring, 'place', again)).toThrow('which this shop was not given');
});

test('opens what was sealed before keys had ids', () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sealed text', 32));
  const nonce = Buffer.alloc(12, 7);
  const sealing = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('place'));
  const bytes = Buffer.concat([nonce, sealing.update('text'), sealing.final(), sealing.getAuthTag()]);
  const sealed = `v1.${bytes.toString('base64url')}`;
  expect([keyring, rotated].map((keys) => decryptField(keys, 'place', sealed))).toEqual(['text', 'text']);
  expect(() => decryptField(createKeyring('another secret'), 'place', sealed)).toThrow();
  expect(reencryptField(keyring, 'place', sealed)).toMatch(/^v2\./);
});
