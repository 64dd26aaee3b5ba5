import { arrayContains, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '../../../test/call-endpoints.ts';
import { mailedSecrets } from '../../../test/mailed-links.ts';
import { orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { emptyAccount } from '../../app/personal-data.ts';
import type { Deps } from '../../deps.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { deleteUser } from './delete-user.ts';
import { ensureAdministrator, ensureConfiguredAdministrator } from './ensure-admin.ts';
import { accounts, sessions, users } from './identity.tables.ts';
import { updateUser } from './update-user.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps, confirmAddress } = await openTestApp(database);

let admin: string;
let adminId: string;
beforeEach(async () => {
  admin = await signIn();
  adminId = (await call('GET', '/auth/me', { token: admin })).body.data.user.id;
});

const me = async (token: string) => (await call('GET', '/auth/me', { token })).status;
const change = (id: string, body: object, token = admin) =>
  call('PUT', `/users/users/${id}`, { token, body });
const remove = (id: string, token = admin) => call('DELETE', `/users/users/${id}`, { token });
const list = async (query: string) =>
  (await call('GET', `/users/users?${query}`, { token: admin })).body.data;

async function createProduct(): Promise<string> {
  const name = `Phones ${crypto.randomUUID()}`;
  await call('POST', '/categories', { token: admin, body: { name, description: name } });
  const body = { name: 'Pixel 7', price: 100, brand: 'Google', category: name, stockCount: 9 };
  return (await call('POST', '/products', { token: admin, body })).body.data.product.id;
}

async function registerAdmin() {
  const person = await register('Second');
  await confirmAddress(person.id);
  await change(person.id, { role: 'admin' });
  return person;
}

describe('the list of users', () => {
  test('is exported with its filters as a CSV file', async () => {
    const evil = await register('=HYPERLINK("x")');
    const answer = await call('GET', `/users/export?search=${evil.email}`, { token: admin });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="users-[\d-]+\.csv"$/);
    const [head, line, ...more] = answer.text.trim().split('\r\n');
    expect(head).toBe('Name,Email,Email verified,Phone,Role,Status,Joined,Last sign-in,Orders,Spent,Tags');
    expect(line).toContain(`"'=HYPERLINK(""x"")",${evil.email},no,,customer,active,`);
    expect(more).toEqual([]);
    const whole = await call('GET', '/users/export', { token: admin });
    expect(whole.text.trim().split('\r\n')).toHaveLength((await list('')).pagination.total + 1);
  });

  test('finds by name or email, with % and _ as literal characters', async () => {
    const odd = await register('100%_Odd\\Name');
    await register('100 Odd Name');
    const search = async (text: string) =>
      (await list(`search=${encodeURIComponent(text)}`)).users.map((user: { id: string }) => user.id);
    expect(await search('100%_odd')).toEqual([odd.id]);
    expect(await search('odd\\n')).toEqual([odd.id]);
    expect(await search(odd.email.toUpperCase())).toEqual([odd.id]);
    expect(await search('%%%')).toEqual([]);
  });

  test('filters by role and status, paginates and counts all users', async () => {
    const banned = await register('Banned');
    await change(banned.id, { status: 'banned' });
    const data = await list('role=customer&status=banned&limit=1&page=1');
    expect(data.users).toHaveLength(1);
    expect(data.users[0]).toMatchObject({ id: banned.id, status: 'banned', lastLogin: expect.any(String) });
    expect(data.pagination).toMatchObject({ page: 1, limit: 1, total: 1, pages: 1 });
    const { counts } = data;
    expect(counts.total).toBe(await db.$count(users));
    expect(counts.customers + counts.admins).toBe(counts.total);
    expect(counts.active).toBe(await db.$count(users, eq(users.status, 'active')));
  });

  test('is newest first, without gaps between pages', async () => {
    const first = await register('Older');
    const second = await register('Newer');
    const pages = [await list('limit=1&page=1'), await list('limit=1&page=2')];
    expect(pages.map((page) => page.users[0].id)).toEqual([second.id, first.id]);
  });

  test('is sorted by name and by last sign-in, never signed in last', async () => {
    const names = async (sort: string) =>
      (await list(`sort=${sort}&search=sorted`)).users.map((user: { name: string }) => user.name);
    await call('POST', '/users/users', { token: admin, body: { name: 'sorted B', email: 'sb@shop.test' } });
    await register('Sorted C');
    await register('Sorted a');
    expect(await names('name')).toEqual(['Sorted a', 'sorted B', 'Sorted C']);
    expect(await names('name-desc')).toEqual(['Sorted C', 'sorted B', 'Sorted a']);
    expect(await names('seen')).toEqual(['Sorted a', 'Sorted C', 'sorted B']);
    expect(await names('seen-first')).toEqual(['sorted B', 'Sorted C', 'Sorted a']);
    expect(await names('oldest')).toEqual(['sorted B', 'Sorted C', 'Sorted a']);
    expect((await call('GET', '/users/users?sort=shoe-size', { token: admin })).status).toBe(400);
  });

  test('never shows a password, token or session', async () => {
    const text = JSON.stringify(await list(''));
    expect(text).not.toMatch(/argon2id|password|token|session/i);
  });

  test('is only for administrators', async () => {
    const { token, id } = await register();
    expect((await call('GET', '/users/users')).status).toBe(401);
    expect((await call('GET', '/users/users', { token })).status).toBe(403);
    expect((await call('GET', `/users/users/${id}`, { token })).status).toBe(403);
    expect((await change(id, { role: 'admin' }, token)).status).toBe(403);
    expect((await remove(id, token)).status).toBe(403);
    expect((await call('POST', '/users/users', { token, body: {} })).status).toBe(403);
    expect((await call('GET', '/users/users?role=king', { token: admin })).status).toBe(400);
  });
});

describe('one user', () => {
  test('has sessions that an administrator lists and ends', async () => {
    const { id, email, password, token } = await register();
    const second = await signIn({ email, password });
    const path = `/users/users/${id}/sessions`;
    const open = (await call('GET', path, { token: admin })).body.data.sessions;
    expect(open).toHaveLength(2);
    expect(JSON.stringify(open)).not.toMatch(new RegExp(`${token}|127.0.0.1`));
    expect((await call('DELETE', `${path}/${open[0].id}`, { token: admin })).status).toBe(200);
    expect((await call('DELETE', `${path}/${open[0].id}`, { token: admin })).status).toBe(404);
    expect([await me(token), await me(second)].sort()).toEqual([200, 401]);
    expect((await call('DELETE', path, { token: admin })).body.data).toEqual({ ended: 1 });
    expect([await me(token), await me(second)]).toEqual([401, 401]);
    const actions = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `user ${id}`));
    expect(actions.filter(({ action }) => action === 'end sessions')).toHaveLength(2);
  });

  test('has only their own orders', async () => {
    const { id, token } = await register();
    const placed = await call('POST', '/orders', { token, body: orderOf({ [await createProduct()]: 1 }) });
    const { body } = await call('GET', `/users/users/${id}/orders`, { token: admin });
    expect(body.data.pagination.total).toBe(1);
    expect(body.data.orders[0]).toMatchObject({
      orderNumber: placed.body.data.order.orderNumber,
      status: 'pending',
      paymentStatus: 'unpaid',
    });
  });

  test('is invited again without a password, which revokes the first link', async () => {
    const body = { name: 'Late', email: 'late@shop.test' };
    const { id, invited } = (await call('POST', '/users/users', { token: admin, body })).body.data.user;
    expect(invited).toBe(true);
    const invite = () => call('POST', `/users/users/${id}/invitation`, { token: admin, body: {} });
    await deps.jobs.workUntilIdle();
    expect((await invite()).status).toBe(200);
    await deps.jobs.workUntilIdle();
    const [first, latest] = mailedSecrets(deps.environment.dataDir, body.email, 'reset-password');
    const choose = (token: string | undefined) =>
      call('POST', '/auth/reset-password', { body: { token, password: 'chosen password' } });
    expect((await choose(first)).status).toBe(400);
    expect((await choose(latest)).status).toBe(200);
    const again = await invite();
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_JOINED']);
  });

  test('an invitation link is audited without its token and revoked by the next', async () => {
    const body = { name: 'Link', email: 'link@shop.test' };
    const { id } = (await call('POST', '/users/users', { token: admin, body })).body.data.user;
    const create = (token = admin) => call('POST', `/users/users/${id}/invitation-link`, { token, body: {} });
    const [first, latest] = [await create(), await create()].map(
      (answer) => answer.body.data.link.split('#token=')[1] as string,
    );
    const audited = await db.select().from(auditEntries);
    expect(audited).toContainEqual(expect.objectContaining({ action: 'copy invitation link' }));
    expect(JSON.stringify(audited)).not.toContain(latest);
    const choose = async (token: string | undefined) =>
      (await call('POST', '/auth/reset-password', { body: { token, password: 'chosen password' } })).status;
    expect([await choose(first), await choose(latest)]).toEqual([400, 200]);
    expect((await create()).status).toBe(409);
    expect((await create((await register('Grace')).token)).status).toBe(403);
  });

  test('an invitation tells the password rules of its role', async () => {
    const rulesOf = async (role: 'customer' | 'admin') => {
      const email = `rules-${role}@shop.test`;
      await call('POST', '/users/users', { token: admin, body: { name: 'Rules', email, role } });
      await deps.jobs.workUntilIdle();
      const [token] = mailedSecrets(deps.environment.dataDir, email, 'reset-password');
      return (await call('POST', '/auth/password-rules', { body: { token } })).body.data;
    };
    expect(await rulesOf('customer')).toMatchObject({
      isInvitation: true,
      requirement: 'at least 6 characters',
    });
    expect(await rulesOf('admin')).toMatchObject({
      isInvitation: true,
      requirement: 'at least 12 characters with small and capital letters, a number and a symbol',
    });
    expect((await call('POST', '/auth/password-rules', { body: { token: 'made-up' } })).status).toBe(400);
  });

  test('is read by id', async () => {
    const { id, email } = await register();
    const { body } = await call('GET', `/users/users/${id}`, { token: admin });
    expect(body.data.user).toMatchObject({ id, email, status: 'active', totalOrders: 0, totalSpent: 0 });
    expect((await call('GET', '/users/users/usr_none', { token: admin })).status).toBe(404);
  });

  test('is added and invited by mail, and signs in with the chosen password', async () => {
    const body = { name: 'Invited', email: 'invited@shop.test', role: 'customer', status: 'active' };
    const { status, body: answer } = await call('POST', '/users/users', { token: admin, body });
    expect([status, answer.message]).toEqual([201, 'User added successfully']);
    expect(answer.data.user).toMatchObject(body);

    await deps.jobs.workUntilIdle();
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, body.email));
    expect(mail).toMatchObject({ kind: 'invitation', state: 'mailbox' });
    const [token] = mailedSecrets(deps.environment.dataDir, body.email, 'reset-password');
    const password = 'chosen password';
    expect((await call('POST', '/auth/reset-password', { body: { token, password } })).status).toBe(200);
    expect(await me(await signIn({ email: body.email, password }))).toBe(200);

    const again = await call('POST', '/users/users', { token: admin, body });
    expect([again.status, again.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  test.each([
    { name: '', email: 'a@b.test' },
    { name: 'A', email: 'a@' },
    { name: 'A', email: 'a@b.test', role: 'king' },
    { name: 'A', email: 'a@b.test', status: 'banned' },
  ])('is not added from %j', async (body) => {
    expect((await call('POST', '/users/users', { token: admin, body })).status).toBe(400);
  });

  test('changes only the named fields', async () => {
    const { id, email } = await register('Before');
    const { body } = await change(id, { name: 'After', phone: '+44 20' });
    expect(body.data.user).toMatchObject({ id, name: 'After', email, phone: '+44 20', role: 'customer' });
    expect((await change(id, { email: (await register()).email })).body.code).toBe('EMAIL_TAKEN');
    expect((await change('usr_none', { name: 'X' })).status).toBe(404);
    expect((await change(id, { status: 'asleep' })).status).toBe(400);
  });
});

describe('orders of a user', () => {
  let productId: string;
  beforeEach(async () => {
    const name = `Phones ${crypto.randomUUID()}`;
    await call('POST', '/categories', { token: admin, body: { name, description: name } });
    const body = { name: 'Pixel 7', price: 100, brand: 'Google', category: name, stockCount: 9 };
    productId = (await call('POST', '/products', { token: admin, body })).body.data.product.id;
  });
  const buy = async (token: string) => {
    const body = orderOf({ [productId]: 1 });
    return (await call('POST', '/orders', { token, body })).body.data.order;
  };
  const cancel = (id: string) =>
    call('PUT', `/orders/${id}/status`, { token: admin, body: { status: 'cancelled' } });

  test('are counted without cancelled ones and summed once paid, in list and profile', async () => {
    const { token, id } = await register();
    await buy(token);
    const { id: paidId } = await buy(token);
    await call('POST', `/orders/${paidId}/payments`, { token: admin, body: { method: 'cash' } });
    await cancel((await buy(token)).id);
    const totals = { totalOrders: 2, totalSpent: 108 };
    expect((await list('')).users[0]).toMatchObject({ id, ...totals });
    expect((await call('GET', '/users/profile', { token })).body.data.user).toMatchObject(totals);
  });

  test('take as many statements for fifty users as for one', async () => {
    const one = await countStatements(database, () => list('limit=1'));
    await db.insert(users).values(Array.from({ length: 50 }, () => customer(crypto.randomUUID())));
    expect(await countStatements(database, () => list('limit=100'))).toBe(one);
  });

  test('lose personal data when the user is deleted', async () => {
    const { token, id } = await register();
    const order = await buy(token);
    await cancel(order.id);
    await remove(id);
    const { body } = await call('GET', `/orders/${order.id}`, { token: admin });
    expect(body.data.order.total).toBe(order.total);
    expect(JSON.stringify(body)).not.toContain(someAddress.email);
  });
});

describe('immediate effect', () => {
  test.each(['banned', 'inactive'])(
    'a user who becomes %s is signed out and stays so when active again',
    async (status) => {
      const { id, token } = await register();
      await change(id, { status });
      expect(await me(token)).toBe(401);
      await change(id, { status: 'active' });
      expect(await me(token)).toBe(401);
    },
  );

  test('a new role applies on the next call', async () => {
    const { id, email, password } = await register();
    await confirmAddress(id);
    await change(id, { role: 'admin' });
    const token = await signIn({ email, password });
    expect((await call('GET', '/users/users', { token })).status).toBe(200);
    await change(id, { role: 'customer' });
    expect((await call('GET', '/users/users', { token })).status).toBe(403);
  });

  test('deleting a user deletes sessions, password and mails', async () => {
    const { id, token, email } = await register();
    await call('POST', '/auth/forgot-password', { body: { email } });
    await deps.jobs.workUntilIdle();
    expect((await remove(id)).status).toBe(200);
    expect(await me(token)).toBe(401);
    expect((await remove(id)).status).toBe(404);
    expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect(await db.select().from(accounts).where(eq(accounts.userId, id))).toEqual([]);
    expect(await db.select().from(mails).where(eq(mails.recipient, email))).toEqual([]);
    expect(JSON.stringify(await db.select().from(auditEntries))).not.toContain(email);
  });

  test('audits changes of role and status, and the deletion', async () => {
    const { id } = await register();
    await change(id, { status: 'banned' });
    await remove(id);
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `user ${id}`));
    expect(entries).toContainEqual(
      expect.objectContaining({
        actorId: adminId,
        action: 'change user',
        before: { role: 'customer', status: 'active' },
        after: { role: 'customer', status: 'banned', changed: ['status'] },
      }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ actorId: adminId, action: 'delete user' }));
  });
});

describe('the last owner', () => {
  beforeEach(async () => {
    await db.update(users).set({ role: 'customer', staffRoles: [] }).where(eq(users.role, 'admin'));
    await db
      .update(users)
      .set({ role: 'admin', staffRoles: ['owner'] })
      .where(eq(users.id, adminId));
  });

  test.each([
    { role: 'customer' },
    { staffRoles: ['manager'] },
    { status: 'banned' },
    { status: 'inactive' },
  ])('cannot be removed by %j', async (body) => {
    const answer = await change(adminId, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'LAST_ADMIN']);
    expect(await me(admin)).toBe(200);
    expect((await change(adminId, { name: 'Renamed', role: 'admin', status: 'active' })).status).toBe(200);
  });

  test('can be demoted once there is another active owner', async () => {
    const second = await registerAdmin();
    await change(second.id, { status: 'inactive' });
    expect((await change(adminId, { role: 'customer' })).status).toBe(409);
    await change(second.id, { status: 'active' });
    expect((await change(adminId, { role: 'customer' })).status).toBe(200);
    expect((await call('GET', '/users/users', { token: admin })).status).toBe(403);
  });

  test('cannot delete themselves in the list', async () => {
    await registerAdmin();
    const answer = await remove(adminId);
    expect([answer.status, answer.body.code]).toEqual([409, 'SELF_DELETE']);
  });

  const proved = (userId: string) => ({ userId, provedAt: new Date() });
  const actions: [string, (target: string, actor: string) => Promise<unknown>][] = [
    [
      'demote',
      (target, actor) => updateUser(deps, emptyAccount, target, { role: 'customer' }, proved(actor)),
    ],
    [
      'step down to manager',
      (target, actor) => updateUser(deps, emptyAccount, target, { staffRoles: ['manager'] }, proved(actor)),
    ],
    ['ban', (target, actor) => updateUser(deps, emptyAccount, target, { status: 'banned' }, proved(actor))],
    ['delete', (target, actor) => deleteUser(deps, async () => ({}), target, proved(actor))],
  ];
  // Called below the access check, which one of the two would often fail: here only the lock decides.
  test.each(actions)('one of two owners who %s each other concurrently remains', async (_, action) => {
    await db.update(users).set({ role: 'customer', staffRoles: [] }).where(eq(users.id, adminId));
    for (let round = 0; round < 10; round++) {
      await db.insert(users).values(['one', 'two'].map(administrator));
      const answers = await Promise.allSettled([action('one', 'two'), action('two', 'one')]);
      const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      expect(errors).toEqual([expect.objectContaining({ code: 'LAST_ADMIN' })]);
      const remaining = await db
        .select()
        .from(users)
        .where(arrayContains(users.staffRoles, ['owner']));
      expect(remaining.filter((user) => user.status === 'active')).toHaveLength(1);
      await db.delete(users).where(inArray(users.id, ['one', 'two']));
    }
    await db
      .update(users)
      .set({ role: 'admin', staffRoles: ['owner'] })
      .where(eq(users.id, adminId));
  });
});

const customer = (id: string) => ({ id, name: id, email: `${id}@shop.test` });
const administrator = (id: string) => ({
  ...customer(id),
  role: 'admin' as const,
  staffRoles: ['owner' as const],
});

describe('a customer with a confirmed address who becomes an administrator', () => {
  const appoint = async (id: string) => {
    await confirmAddress(id);
    await call('PUT', `/users/users/${id}`, { token: await signIn(), body: { role: 'admin' } });
  };
  const login = (email: string, password: string) =>
    call('POST', '/auth/login', { body: { email, password } });

  test('is signed out, and signs in with a password that meets the policy', async () => {
    const { id, email, password, token } = await register();
    await appoint(id);
    expect(await me(token)).toBe(401);
    expect((await login(email, password)).status).toBe(200);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.passwordUnchecked).toBe(false);
  });

  test('is mailed a link for a new password if the old one violates the policy', async () => {
    const account = { name: 'Ada', email: `${crypto.randomUUID()}@shop.test`, password: 'vio-let' };
    const { user } = (await call('POST', '/auth/register', { body: account })).body.data;
    await appoint(user.id);
    const rejected = await login(account.email, account.password);
    expect([rejected.status, rejected.body.code]).toEqual([403, 'PASSWORD_RESET_REQUIRED']);
    expect((await login(account.email, 'wrong one')).status).toBe(401);
    await deps.jobs.workUntilIdle();
    const [token = ''] = mailedSecrets(deps.environment.dataDir, account.email, 'reset-password');
    const password = 'Strong enough 1!';
    expect((await call('POST', '/auth/reset-password', { body: { token, password } })).status).toBe(200);
    expect((await login(account.email, password)).status).toBe(200);
  });
});

describe('ADMIN_PASSWORD', () => {
  const ensure = (adminEmail: string, adminPassword: string, isNewShop: boolean) => {
    const warnings: string[] = [];
    const log = { warn: (message: string) => void warnings.push(message) } as unknown as Deps['log'];
    const configured = { adminEmail, adminPassword };
    return ensureConfiguredAdministrator({ ...deps, log }, configured, isNewShop).then(() => warnings);
  };
  const roleOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0]?.role;

  test.each(['short and Weak', 'no-capitals-1!'])(
    'that violates the policy stops a new shop: %s',
    async (weak) => {
      const email = `${crypto.randomUUID()}@shop.test`;
      await expect(ensure(email, weak, true)).rejects.toThrow(
        /ADMIN_PASSWORD is not allowed: Administrators need/,
      );
      expect(await roleOf(email)).toBeUndefined();
    },
  );

  test('that violates the policy is not set in an existing shop, which warns', async () => {
    const email = `${crypto.randomUUID()}@shop.test`;
    expect(await ensure(email, 'too-weak', false)).toEqual([expect.stringMatching(/was not made/)]);
    expect(await roleOf(email)).toBeUndefined();
    await ensureAdministrator(deps, email, 'set-before-the-policy');
    expect(await ensure(email, 'too-weak', false)).toEqual([expect.stringMatching(/current password stays/)]);
    await signIn({ email, password: 'set-before-the-policy' });
  });

  test('that meets the policy is set', async () => {
    const email = `${crypto.randomUUID()}@shop.test`;
    expect(await ensure(email, 'Strong enough 1!', true)).toEqual([]);
    await signIn({ email, password: 'Strong enough 1!' });
  });
});

describe('the administrator from the environment', () => {
  test('is created once and keeps a password changed later', async () => {
    const email = 'Boss@shop.test';
    await ensureAdministrator(deps, email, 'first-password');
    const token = await signIn({ email, password: 'first-password' });
    const body = { currentPassword: 'first-password', newPassword: 'Changed later 1!' };
    expect((await call('PUT', '/users/profile', { token, body })).status).toBe(200);
    await ensureAdministrator(deps, email, 'first-password');
    expect(await me(await signIn({ email, password: 'Changed later 1!' }))).toBe(200);
  });

  test('is created once by two processes starting concurrently', async () => {
    const twice = [1, 2].map(() => ensureAdministrator(deps, 'both@shop.test', 'both-password'));
    await Promise.all(twice);
    expect(await me(await signIn({ email: 'both@shop.test', password: 'both-password' }))).toBe(200);
  });

  test('is signed out and loses the password if they registered the address before', async () => {
    const { email, password, token, id } = await register();
    await ensureAdministrator(deps, email, 'from-the-environment');
    expect(await me(token)).toBe(401);
    expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
    await signIn({ email, password: 'from-the-environment' });
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user).toMatchObject({ role: 'admin', staffRoles: ['owner'], status: 'active' });
  });
});
