import { argon2Sync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { accounts } from '../identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, register } = await openTestApp(database);

const phc = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

async function hashesOf(userId: string): Promise<string> {
  const [account] = await db.select().from(accounts).where(eq(accounts.userId, userId));
  return account?.password ?? '';
}

/** Stores a hash in the format used before PHC strings. */
async function storeOlderHash(userId: string, password: string): Promise<string> {
  const nonce = randomBytes(16);
  const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
  const tag = argon2Sync('argon2id', { message: password, nonce, ...cost });
  const stored = `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
  await db.update(accounts).set({ password: stored }).where(eq(accounts.userId, userId));
  return stored;
}

const signIn = (body: { email: string; password: string }) => call('POST', '/auth/login', { body });

test('a sign-in renews a hash in an older format, a wrong password does not', async () => {
  const { id, email, password } = await register();
  const older = await storeOlderHash(id, password);
  expect((await signIn({ email, password: 'wrong' })).status).toBe(401);
  expect(await hashesOf(id)).toBe(older);
  expect((await signIn({ email, password })).status).toBe(200);
  const renewed = await hashesOf(id);
  expect(renewed).toMatch(phc);
  expect((await signIn({ email, password })).status).toBe(200);
  expect(await hashesOf(id)).toBe(renewed);
});

test('six concurrent sign-ins succeed and leave one renewed hash', async () => {
  const { id, email, password } = await register();
  await storeOlderHash(id, password);
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn({ email, password })));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await hashesOf(id)).toMatch(phc);
});

test('renewing a hash never restores a changed password', async () => {
  const { id, email, password, token } = await register();
  await storeOlderHash(id, password);
  const body = { currentPassword: password, newPassword: 'violet-otter-9' };
  const [changed] = await Promise.all([
    call('PUT', '/users/profile', { token, body }),
    ...Array.from({ length: 4 }, () => signIn({ email, password })),
  ]);
  const currentPassword = changed.status === 200 ? 'violet-otter-9' : password;
  expect((await signIn({ email, password: currentPassword })).status).toBe(200);
});
