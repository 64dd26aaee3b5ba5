import { expect } from 'vitest';
import { call } from '../plain-client.ts';
import type { AttackedShop } from './attacked-shop.ts';

let calls = 0;

/** Returns an unused network, so that no rate limit rejects an attack on permissions. */
export function newNetwork(): string {
  calls++;
  return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** Signs up a person with these staff roles, or a customer without any. */
export async function addPerson(shop: AttackedShop, owner: string, ...staffRoles: string[]) {
  const account = {
    name: 'Pat',
    email: `${crypto.randomUUID()}@example.com`,
    password: 'Canary-Walks-18-Roles!',
  };
  const signUp = await call(shop.url, 'POST', '/auth/register', { body: account, from: newNetwork() });
  expect(signUp.status, signUp.text).toBe(201);
  const { user } = signUp.body.data;
  if (staffRoles.length > 0) {
    // An unconfirmed account would have to accept an invitation first.
    await shop.query('update users set email_verified = true, confirmed_at = now() where id = $1', [user.id]);
    const body = { role: 'admin', staffRoles };
    const change = await call(shop.url, 'PUT', `/users/users/${user.id}`, { token: owner, body });
    expect(change.status, change.text).toBe(200);
  }
  // Signing in counts as a step-up, so that only permissions cause rejections here.
  const { email, password } = account;
  const body = { email, password };
  const answer = await call(shop.url, 'POST', '/auth/login', { body, from: newNetwork() });
  expect(answer.status, answer.text).toBe(200);
  return { ...account, id: user.id as string, token: answer.body.data.token as string };
}
