import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { type EndpointRow, readEndpointRows, staffRoles } from './endpoint-rows.ts';
import { addPerson, newNetwork } from './staff.ts';

let shop: AttackedShop;
let owner: string;
/** Token and id of a person by role; guests have neither. */
const people = new Map<string, { id: string; token: string }>();

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signIn(shop.url, admin);
  people.set('customer', await addPerson(shop, owner));
  for (const role of staffRoles) people.set(role, await addPerson(shop, owner, role));
});

afterAll(async () => {
  await shop?.stop();
});

const tokenOf = (caller: string) => people.get(caller)?.token;
const idOf = (caller: string) => people.get(caller)?.id ?? '';

type Outcome = 'unauthenticated' | 'forbidden' | 'allowed';

function expected({ access, allowed }: EndpointRow, caller: string): Outcome {
  if (access === 'public' || access === 'visitor') return 'allowed';
  if (caller === 'guest') return 'unauthenticated';
  if (access === 'customer') return 'allowed';
  return (allowed as string[]).includes(caller) ? 'allowed' : 'forbidden';
}

function outcomeOf({ status, body }: Answer): Outcome {
  if (status === 401 && body?.code === 'UNAUTHENTICATED') return 'unauthenticated';
  return status === 403 && body?.code === 'FORBIDDEN' ? 'forbidden' : 'allowed';
}

attack('18', 'every endpoint answers every role as the contract says', async (report) => {
  const rows = readEndpointRows();
  expect(rows.length).toBeGreaterThan(120);
  const callers = ['guest', 'customer', ...staffRoles];
  const wrong: string[] = [];
  for (const row of rows) {
    // A sign-out would end the session that the next calls need.
    if (row.path === '/auth/logout') continue;
    const path = row.path.replace(/:\w+/g, 'nobodys-id');
    const answers = callers.map(async (caller) => {
      const token = tokenOf(caller);
      // Invalid JSON: an endpoint that reads the body before it checks the permission would answer 400.
      const body = row.method === 'GET' ? undefined : '{';
      const answer = await call(shop.url, row.method, path, { token, body, from: newNetwork() });
      if (outcomeOf(answer) !== expected(row, caller)) {
        wrong.push(`${row.method} ${row.path} as ${caller}: ${answer.status} ${answer.body?.code}`);
      }
      if (answer.status >= 500) wrong.push(`${row.method} ${row.path} as ${caller}: ${answer.status}`);
    });
    await Promise.all(answers);
  }
  expect(wrong).toEqual([]);
  report(`0 of ${(rows.length - 1) * callers.length} calls answered otherwise`);
});

attack('18', 'only owners can gain or grant a permission', async (report) => {
  const rolesBefore = await readRoles();
  const everything = { role: 'admin', staffRoles: ['owner'] };
  const tries = ['customer', 'technician', 'packer', 'support', 'manager'].flatMap((caller) => {
    const own = idOf(caller);
    const target = idOf('owner');
    const list: [string, string, unknown?][] = [
      ...[own, idOf('customer'), idOf('packer')].map(
        (id) => ['PUT', `/users/users/${id}`, everything] as [string, string, unknown],
      ),
      ['PUT', `/users/users/${own}`, { staffRoles: ['support', 'manager'] }],
      ['PUT', `/users/users/${target}`, { staffRoles: ['technician'] }],
      ['PUT', `/users/users/${target}`, { email: `${caller}-takes@example.com` }],
      ['PUT', `/users/users/${target}`, { status: 'banned' }],
      ['DELETE', `/users/users/${target}`],
      ['DELETE', `/users/users/${target}/two-factor`],
      ['DELETE', `/users/users/${target}/sessions`],
      ['POST', `/users/users/${target}/invitation`, {}],
      ['POST', '/users/users', { name: 'New', email: `${caller}-adds@example.com`, ...everything }],
      ['PUT', '/users/profile', { name: 'Pat', ...everything, permissions: ['users.manage'] }],
    ];
    return list.map(([method, path, body]) => ({ caller, method, path, body }));
  });
  for (const { caller, method, path, body } of tries) {
    const answer = await call(shop.url, method, path, { token: tokenOf(caller), body, from: newNetwork() });
    const isOwnProfile = path === '/users/profile';
    expect(`${answer.status} ${answer.body?.code ?? ''}`, `${caller}: ${method} ${path}`).toBe(
      isOwnProfile ? '200 ' : '403 FORBIDDEN',
    );
  }
  const body = { name: 'New', email: 'signs-up@example.com', password: 'canary-password', ...everything };
  await call(shop.url, 'POST', '/auth/register', { body, from: newNetwork() });
  await shop.query("delete from users where email = 'signs-up@example.com' and staff_roles = '{}'");
  expect(await readRoles()).toEqual(rolesBefore);
  report(`0 of ${tries.length + 1} tries changed a role or an owner`);
});

function readRoles() {
  return shop.query('select id, email, role, staff_roles, status from users order by id');
}

attack('18', 'owners who demote each other at the same moment leave one', async (report) => {
  const rounds = 15;
  const acts: { method: string; body?: object }[] = [
    { method: 'PUT', body: { role: 'customer' } },
    { method: 'PUT', body: { staffRoles: ['manager'] } },
    { method: 'PUT', body: { status: 'banned' } },
    { method: 'DELETE' },
  ];
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const two = [await addPerson(shop, owner, 'owner'), await addPerson(shop, owner, 'owner')] as const;
    // Demotes the shop's other owners, so that these two are the last.
    const ids = two.map(({ id }) => id);
    const aside = await shop.query<{ id: string }>(
      "update users set status = 'inactive' where 'owner' = any(staff_roles) and status = 'active' and id <> all($1) returning id",
      [ids],
    );
    await Promise.all(
      two.map(({ token }, index) => {
        const target = two[1 - index]?.id;
        const { method = '', body } = acts[(round + index) % acts.length] ?? {};
        return call(shop.url, method, `/users/users/${target}`, {
          token,
          body,
          from: newNetwork(),
        });
      }),
    );
    const [left] = await shop.query<{ owners: number }>(
      "select count(*)::int as owners from users where 'owner' = any(staff_roles) and status = 'active'",
    );
    fewest = Math.min(fewest, left?.owners ?? 0);
    await shop.query("update users set status = 'active' where id = any($1)", [aside.map(({ id }) => id)]);
  }
  expect(fewest).toBe(1);
  report(`at least ${fewest} owner after each of ${rounds} races`);
});

attack('18', 'a packer learns no e-mail address of a customer', async (report) => {
  const product = await addProduct(shop.url, owner, 50);
  const email = 'label-only@mail.example';
  const buyer = await addPerson(shop, owner);
  const body = orderOf(product, 1, email);
  const placed = await call(shop.url, 'POST', '/orders', { token: buyer.token, body, from: newNetwork() });
  expect(placed.status, placed.text).toBe(201);
  const { id, orderNumber } = placed.body.data.order;
  await call(shop.url, 'POST', '/orders', { token: buyer.token, body, from: newNetwork() });
  const token = tokenOf('packer');
  const texts: string[] = [];
  const read = async (method: string, path: string, body?: unknown) => {
    const answer = await call(shop.url, method, path, { token, body, from: newNetwork() });
    texts.push(answer.text);
    return answer;
  };
  for (const { method, path } of readEndpointRows().filter((row) => row.method === 'GET')) {
    for (const reference of [id, orderNumber]) await read(method, path.replace(/:\w+/g, reference));
  }
  await read('PUT', `/orders/${id}/status`, { status: 'shipped', trackingNumber: 'TRACK-18' });
  await read('POST', `/orders/${id}/events`, { status: 'In Transit' });
  await read('POST', '/orders/admin/statuses', { changes: [{ id, status: 'delivered' }] });
  await read('POST', '/payments/create-payment-intent', { orderId: id, amount: 31.59 });
  const secrets = [email, buyer.email, buyer.id];
  const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
  expect(leaks).toEqual([]);
  let hits = 0;
  for (const words of [email, 'label-only', 'mail.example', '@mail', buyer.email]) {
    for (const path of ['/orders/admin/all', '/orders/admin/summaries']) {
      const found = await read('GET', `${path}?search=${encodeURIComponent(words)}`);
      hits += found.body.data.orders.length;
    }
  }
  expect(hits).toBe(0);
  report(`0 of ${texts.length} answers hold it; ${hits} orders found by it`);
});
