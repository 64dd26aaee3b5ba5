import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, isOutdatedHash, isPassword } from './password-hash.ts';

const password = ' pässword ';

function hashOf(cost: { memory: number; passes: number; parallelism: number }) {
  const nonce = randomBytes(16);
  return { nonce, tag: argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost }) };
}
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 };
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

test('hashes to a salted PHC string that verifies only its own password', async () => {
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(hash).not.toBe(await hashPassword(password));
  expect(await isPassword(password, hash)).toBe(true);
  expect(await isPassword('pässword', hash)).toBe(false);
  expect(await isPassword('pässword', null)).toBe(false);
  expect(isOutdatedHash(hash)).toBe(false);
});

test('verifies a hash in the older format, and reports it as outdated', async () => {
  const { nonce, tag } = hashOf(currentCost);
  const stored = `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
  expect(await isPassword(password, stored)).toBe(true);
  expect(await isPassword('wrong', stored)).toBe(false);
  expect(isOutdatedHash(stored)).toBe(true);
});

test('verifies a hash with the cost it names, and reports another cost as outdated', async () => {
  const { nonce, tag } = hashOf({ memory: 64, passes: 1, parallelism: 1 });
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
  expect(await isPassword(password, stored)).toBe(true);
  expect(await isPassword(password, stored.replace('t=1', 't=2'))).toBe(false);
  expect(isOutdatedHash(stored)).toBe(true);
});

test.each(['', 'plain', 'bcrypt$a$b', '$argon2id$v=19$m=1$x$y', '$argon2i$v=19$m=64,t=1,p=1$AAAA$BBBB'])(
  'rejects any password for the invalid hash %j',
  async (stored) => {
    expect(await isPassword('', stored)).toBe(false);
  },
);
