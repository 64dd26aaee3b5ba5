import { createCipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSealedText, resealText, sealText } from './encrypted-field.ts';
import { createKeyring } from './keyring.ts';

const secret = 'the secret of this application';
const keyring = createKeyring(secret);
const rotated = createKeyring('the secret that follows it', secret);

test('opens with the same secret at the same place, and nowhere else', () => {
  const sealed = sealText(keyring, 'two-factor usr_1', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSealedText(keyring, 'two-factor usr_1', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => openSealedText(createKeyring('another secret'), 'two-factor usr_1', sealed)).toThrow();
  expect(() => openSealedText(keyring, 'two-factor usr_2', sealed)).toThrow();
});

test('one changed character is noticed', () => {
  const sealed = sealText(keyring, 'place', 'text');
  for (const at of [sealed.length - 10, sealed.length - 30]) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(() =>
      openSealedText(keyring, 'place', sealed.slice(0, at) + other + sealed.slice(at + 1)),
    ).toThrow();
  }
  expect(() => openSealedText(keyring, 'place', 'v1.')).toThrow();
  expect(() => openSealedText(keyring, 'place', 'v2.')).toThrow();
  expect(() => openSealedText(keyring, 'place', 'plain')).toThrow();
});

test('the same text is sealed differently each time', () => {
  expect(sealText(keyring, 'place', 'text')).not.toBe(sealText(keyring, 'place', 'text'));
});

test('opens under the previous key and seals under the current one', () => {
  const sealed = sealText(keyring, 'place', 'text');
  expect(openSealedText(rotated, 'place', sealed)).toBe('text');
  const again = resealText(rotated, 'place', sealed) ?? '';
  expect(again).not.toBe(sealed);
  expect(resealText(rotated, 'place', again)).toBe(again);
  expect(resealText(rotated, 'place', null)).toBeNull();
  expect(resealText(createKeyring('another secret'), 'place', sealed)).toBe('unreadable');
  expect(openSealedText(createKeyring('the secret that follows it'), 'place', again)).toBe('text');
  expect(() => openSealedText(keyring, 'place', again)).toThrow('which this shop was not given');
});

test('opens what was sealed before keys had ids', () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sealed text', 32));
  const nonce = Buffer.alloc(12, 7);
  const sealing = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('place'));
  const bytes = Buffer.concat([nonce, sealing.update('text'), sealing.final(), sealing.getAuthTag()]);
  const sealed = `v1.${bytes.toString('base64url')}`;
  expect([keyring, rotated].map((keys) => openSealedText(keys, 'place', sealed))).toEqual(['text', 'text']);
  expect(() => openSealedText(createKeyring('another secret'), 'place', sealed)).toThrow();
  expect(resealText(keyring, 'place', sealed)).toMatch(/^v2\./);
});
