import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, call, signInAgain } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { readEndpointRows } from './endpoint-rows.ts';
import { addPerson, newNetwork } from './staff.ts';

let shop: AttackedShop;
let owner: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signInAgain(shop.url, admin);
});

afterAll(async () => {
  await shop?.stop();
});

const send = (method: string, path: string, token: string, body?: unknown) =>
  call(shop.url, method, path, { token, body, from: newNetwork() });
const list = (token: string) => send('GET', '/orders/admin/summaries', token);

async function create(permissions: string[], { token = owner, days = 1 } = {}) {
  const answer = await send('POST', '/api-tokens', token, { name: 'Attacked', permissions, days });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.data.token.id as string, secret: answer.body.data.secret as string };
}

const revoke = ({ id }: { id: string }, token = owner) => send('DELETE', `/api-tokens/${id}`, token);

/** Permissions of staff endpoints, except those that no token gets. */
const scopes = [...new Set(readEndpointRows().map(({ access }) => access))].filter(
  (access) => access.includes('.') && !['mails.manage', 'tokens.manage', 'webhooks.manage'].includes(access),
);

/** True if the answer was refused for a lack of permission. */
const isForbidden = ({ status, body }: Answer) => status === 403 && body?.code === 'FORBIDDEN';

/** Below the 300 calls a minute that a token may make. */
const callsOfOneToken = 250;

attack('23', 'every endpoint is closed to every token without its permission', async (report) => {
  const rows = readEndpointRows().filter(({ access }) => access !== 'public');
  expect(rows.length).toBeGreaterThan(150);
  expect(scopes.length).toBeGreaterThan(25);
  const wrong: string[] = [];
  for (let start = 0; start < rows.length; start += callsOfOneToken) {
    const tokens = new Map<string, { id: string; secret: string }>();
    for (const scope of scopes) tokens.set(scope, await create([scope]));
    for (const { method, path, access } of rows.slice(start, start + callsOfOneToken)) {
      const answers = [...tokens].map(async ([scope, { secret }]) => {
        const body = method === 'GET' ? undefined : '{';
        const answer = await send(method, path.replace(/:\w+/g, 'nobodys-id'), secret, body);
        const isOpen = access === scope || (access === 'visitor' && method === 'GET');
        if (isForbidden(answer) === isOpen || answer.status >= 500 || answer.status === 429) {
          wrong.push(`${method} ${path} with ${scope}: ${answer.status} ${answer.body?.code}`);
        }
      });
      await Promise.all(answers);
    }
    for (const token of tokens.values()) await revoke(token);
  }
  expect(wrong).toEqual([]);
  report(`0 of ${rows.length * scopes.length} calls answered otherwise`);
});

attack('23', 'a token is dead at the next call after its end', async (report) => {
  const maker = await addPerson(shop, owner, 'owner');
  await send('POST', '/auth/step-up', maker.token, { password: maker.password });
  const tokens = {
    revoked: await create(['orders.read']),
    banned: await create(['orders.read'], { token: maker.token }),
    expired: await create(['orders.read']),
  };
  const statuses = async () => {
    const answers = await Promise.all(Object.values(tokens).map(({ secret }) => list(secret)));
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await revoke(tokens.revoked)).status).toBe(200);
  expect(await statuses()).toEqual([401, 200, 200]);
  const ban = await send('PUT', `/users/users/${maker.id}`, owner, { status: 'banned' });
  expect(ban.status).toBe(200);
  expect(await statuses()).toEqual([401, 401, 200]);
  await shop.query("update api_tokens set expires_at = now() - interval '1 second' where id = $1", [
    tokens.expired.id,
  ]);
  expect(await statuses()).toEqual([401, 401, 401]);
  report('revoked, maker banned and expired: 401 each');
});

attack('23', 'the id of a token opens nothing and revokes nothing without the permission', async (report) => {
  const { id, secret } = await create(['orders.read', 'settings.manage']);
  const manager = await addPerson(shop, owner, 'manager');
  expect((await list(id)).status).toBe(401);
  for (const token of [secret, manager.token]) {
    expect((await revoke({ id }, token)).status).toBe(403);
    expect((await send('GET', '/api-tokens', token)).status).toBe(403);
  }
  expect((await revoke({ id: 'tok_nobodys' })).status).toBe(404);
  expect((await list(secret)).status).toBe(200);
  await revoke({ id });
  report('4 of 4 calls refused');
});

attack('23', 'the 301st call of a minute waits, and another token does not', async (report) => {
  const [busy, other] = [await create(['orders.read']), await create(['orders.read'])];
  const answers: Answer[] = [];
  for (let count = 0; count < 310; count++) answers.push(await list(busy.secret));
  const limited = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await list(other.secret)).status).toBe(200);
  await Promise.all([busy, other].map((token) => revoke(token)));
  report(`${limited.length} of ${answers.length} calls waited`);
});

attack('23', 'a token in a URL is refused and never logged', async (report) => {
  const { id, secret } = await create(['orders.read', 'catalog.manage']);
  const paths = [
    `/orders/admin/summaries?access_token=${secret}`,
    `/products?token=${secret}`,
    `/orders/admin/summaries?search=${secret}`,
    `/products/${secret}`,
  ];
  for (const path of paths) {
    for (const token of [undefined, owner]) {
      const answer = await call(shop.url, 'GET', path, { token, from: newNetwork() });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  }
  expect(shop.output.join('\n')).not.toContain(secret);
  await revoke({ id });
  report(`${paths.length * 2} of ${paths.length * 2} calls refused`);
});
