import { expect, test } from 'vitest';
import { openSealedText, sealText } from './sealed-text.ts';

const secret = 'the secret of this application';

test('opens with the same secret at the same place, and nowhere else', () => {
  const sealed = sealText(secret, 'two-factor usr_1', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSealedText(secret, 'two-factor usr_1', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => openSealedText('another secret', 'two-factor usr_1', sealed)).toThrow();
  expect(() => openSealedText(secret, 'two-factor usr_2', sealed)).toThrow();
});

test('refuses what somebody changed', () => {
  const sealed = sealText(secret, 'place', 'text');
  for (const at of [4, 10, 20, sealed.length - 2]) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(() =>
      openSealedText(secret, 'place', sealed.slice(0, at) + other + sealed.slice(at + 1)),
    ).toThrow();
  }
  expect(() => openSealedText(secret, 'place', 'v1.')).toThrow();
  expect(() => openSealedText(secret, 'place', 'plain')).toThrow();
});

test('is never twice the same', () => {
  expect(sealText(secret, 'place', 'text')).not.toBe(sealText(secret, 'place', 'text'));
});
