import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password-hash.ts';

test('a hash fits its own password only, and two hashes of one password differ', async () => {
  const hash = await hashPassword(' pässword ');
  expect(hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
  expect(hash).not.toBe(await hashPassword(' pässword '));
  expect(await isPassword(' pässword ', hash)).toBe(true);
  expect(await isPassword('pässword', hash)).toBe(false);
  expect(await isPassword('pässword', null)).toBe(false);
});
