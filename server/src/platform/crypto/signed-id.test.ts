import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyring } from './keyring.ts';
import { idOfSigned, isSignature, signatureOf, signedId } from './signed-id.ts';

const keyring = createKeyring('secret');

test('a signed id is valid only unchanged, for its purpose and with its secret', () => {
  const token = signedId(keyring, 'newsletter', 'usr_1.2');
  expect(idOfSigned(keyring, 'newsletter', token)).toBe('usr_1.2');
  expect(idOfSigned(keyring, 'alert', token)).toBeNull();
  expect(idOfSigned(createKeyring('another'), 'newsletter', token)).toBeNull();
  for (const wrong of [token.slice(0, -1), `${token}x`, token.replace('usr', 'usr_'), '', '.', 'usr_1.2']) {
    expect(idOfSigned(keyring, 'newsletter', wrong)).toBeNull();
  }
});

test('verifies signatures by the previous key and signs with the current one', () => {
  const rotated = createKeyring('next', 'secret');
  expect(isSignature(rotated, 'newsletter', 'usr_1', signatureOf(keyring, 'newsletter', 'usr_1'))).toBe(true);
  expect(signatureOf(rotated, 'newsletter', 'usr_1')).toBe(
    signatureOf(createKeyring('next'), 'newsletter', 'usr_1'),
  );
  expect(isSignature(keyring, 'newsletter', 'usr_1', signatureOf(rotated, 'newsletter', 'usr_1'))).toBe(
    false,
  );
});

test('a signature is not valid for another purpose with the same prefix', () => {
  const older = createHmac('sha256', 'secret').update('newsletter again usr_1').digest('base64url');
  expect(isSignature(keyring, 'newsletter', 'again usr_1', older)).toBe(false);
  const newer = signatureOf(keyring, 'newsletter again', 'usr_1');
  for (const id of ['again usr_1', ' again:usr_1', 'again:usr_1']) {
    expect(isSignature(keyring, 'newsletter', id, newer)).toBe(false);
  }
});

test('verifies signatures of the v1 format', () => {
  const older = createHmac('sha256', 'secret').update('order access ord_1').digest('base64url');
  expect(isSignature(keyring, 'order access', 'ord_1', older)).toBe(true);
  expect(isSignature(keyring, 'order access', 'ord_2', older)).toBe(false);
});
