import type { StaffRole } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { emptyAccount } from '../../app/personal-data.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { deleteUser } from './delete-user.ts';
import { ensureAdministrator } from './ensure-admin.ts';
import { users } from './identity.tables.ts';
import { inviteUser } from './invite-user.ts';
import { resetTwoFactor } from './two-factor/end-two-factor.ts';
import { updateUser } from './update-user.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps, confirmAddress } = await openTestApp(database);

let owner: string;
let ownerId: string;
beforeAll(async () => {
  owner = await signIn();
  ownerId = (await call('GET', '/auth/me', { token: owner })).body.data.user.id;
});

const change = (id: string, body: object, token = owner) =>
  call('PUT', `/users/users/${id}`, { token, body });

async function staff(...staffRoles: StaffRole[]) {
  const person = await register('Staff');
  await confirmAddress(person.id);
  const answer = await change(person.id, { role: 'admin', staffRoles });
  expect([answer.status, answer.body.data?.user.staffRoles]).toEqual([200, staffRoles]);
  // A promotion to staff ends the session.
  return { ...person, token: await signIn(person) };
}

const rolesOf = async (id: string) => {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return [user?.role, user?.staffRoles];
};

describe('setting staff roles', () => {
  test('stores each role once, in a fixed order', async () => {
    const { id } = await register();
    const answer = await change(id, { role: 'admin', staffRoles: ['manager', 'packer', 'manager'] });
    expect(answer.body.data.user).toMatchObject({ role: 'admin', staffRoles: ['packer', 'manager'] });
  });

  test('makes an admin without roles an owner, and keeps roles not named', async () => {
    const { id } = await register();
    await change(id, { role: 'admin' });
    expect(await rolesOf(id)).toEqual(['admin', ['owner']]);
    await change(id, { staffRoles: ['support'] });
    await change(id, { role: 'admin', name: 'Renamed' });
    expect(await rolesOf(id)).toEqual(['admin', ['support']]);
  });

  test('removes all roles of a customer, who stays signed in', async () => {
    const { id, token } = await staff('packer');
    await change(id, { role: 'customer' });
    const { body } = await call('GET', '/auth/me', { token });
    expect(body.data.user).toMatchObject({ role: 'customer', staffRoles: [] });
  });

  test.each([
    { staffRoles: ['packer'] },
    { role: 'admin', staffRoles: [] },
    { role: 'admin', staffRoles: ['king'] },
    { role: 'customer', staffRoles: ['owner'] },
  ])('rejects %j for a customer', async (body) => {
    const { id } = await register();
    const answer = await change(id, body);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([
      400,
      expect.stringMatching(/^staffRoles/),
    ]);
    expect(await rolesOf(id)).toEqual(['customer', []]);
  });

  test('accepts roles with an invitation', async () => {
    const body = { name: 'Pat', email: 'pat@shop.test', role: 'admin', staffRoles: ['packer'] };
    const answer = await call('POST', '/users/users', { token: owner, body });
    expect(answer.body.data.user).toMatchObject({ role: 'admin', staffRoles: ['packer'], invited: true });
  });

  test('a mistyped field of roles adds no user and makes no owner', async () => {
    const { id } = await register();
    const typo = { role: 'admin', staffRole: ['packer'] };
    const body = { name: 'Typo', email: 'typo@shop.test', ...typo };
    const answers = [await call('POST', '/users/users', { token: owner, body }), await change(id, typo)];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers.map(({ body }) => body.message)).toEqual(
      Array(2).fill('There is no field "staffRole" here'),
    );
    expect(await db.$count(users, eq(users.email, 'typo@shop.test'))).toBe(0);
    expect(await rolesOf(id)).toEqual(['customer', []]);
  });

  test('is audited', async () => {
    const { id } = await staff('packer');
    await change(id, { staffRoles: ['packer', 'support'] });
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `user ${id}`));
    expect(entries).toContainEqual(
      expect.objectContaining({
        actorId: ownerId,
        before: expect.objectContaining({ staffRoles: 'packer' }),
        after: expect.objectContaining({ staffRoles: 'packer, support' }),
      }),
    );
  });

  test('takes effect on the next call of an open session', async () => {
    const { id, token } = await staff('packer');
    const readUsers = async () => (await call('GET', '/users/users', { token })).status;
    expect(await readUsers()).toBe(403);
    await change(id, { staffRoles: ['support'] });
    expect(await readUsers()).toBe(200);
    await change(id, { staffRoles: ['technician'] });
    expect(await readUsers()).toBe(403);
  });
});

describe('managing a user with more permissions', () => {
  const proved = (userId: string) => ({ userId, provedAt: new Date() });
  const actions: [string, (target: string, actor: string) => Promise<unknown>][] = [
    ['rename', (target, actor) => updateUser(deps, emptyAccount, target, { name: 'Mine' }, proved(actor))],
    [
      'take the address of',
      (target, actor) => updateUser(deps, emptyAccount, target, { email: 'mine@shop.test' }, proved(actor)),
    ],
    ['delete', (target, actor) => deleteUser(deps, async () => ({}), target, proved(actor))],
    ['take the second factor of', (target, actor) => resetTwoFactor(deps, target, actor)],
    ['invite again', (target, actor) => inviteUser(deps, target, actor)],
  ];

  // Called below the access check, as for an owner who lost the role during the call.
  test.each(actions)('a manager cannot %s an owner', async (_, action) => {
    const [manager, target] = [await staff('manager'), await staff('owner')];
    await expect(action(target.id, manager.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a manager cannot make anyone an owner, themselves included', async () => {
    const [manager, target] = [await staff('manager'), await staff('packer')];
    for (const { id } of [manager, target]) {
      const update = updateUser(deps, emptyAccount, id, { staffRoles: ['owner'] }, proved(manager.id));
      await expect(update).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect((await change(id, { staffRoles: ['support'] }, manager.token)).status).toBe(403);
    }
    expect(await rolesOf(target.id)).toEqual(['admin', ['packer']]);
  });
});

describe('the list of users', () => {
  test('shows only customers to support', async () => {
    const { token, id } = await staff('support');
    const customer = await register('Customer');
    const { users: listed, counts } = (await call('GET', '/users/users?limit=100', { token })).body.data;
    expect(listed.map((user: { role: string }) => user.role)).not.toContain('admin');
    expect(counts).toMatchObject({ total: counts.customers, admins: 0 });
    expect((await call('GET', '/users/users?role=admin', { token })).body.data.users).toEqual([]);
    expect((await call('GET', `/users/users/${customer.id}`, { token })).status).toBe(200);
    for (const path of ['', '/orders']) {
      expect((await call('GET', `/users/users/${ownerId}${path}`, { token })).status).toBe(404);
      expect((await call('GET', `/users/users/${id}${path}`, { token })).status).toBe(404);
    }
  });

  test('shows all users to managers', async () => {
    const { token } = await staff('manager');
    const { counts } = (await call('GET', '/users/users', { token })).body.data;
    expect(counts.admins).toBeGreaterThan(0);
  });
});

describe('ADMIN_EMAIL', () => {
  test('makes a packer an owner, resets the password and ends the sessions', async () => {
    const { id, email, password, token } = await staff('packer');
    await ensureAdministrator(deps, email, 'from-the-environment');
    expect(await rolesOf(id)).toEqual(['admin', ['owner']]);
    expect((await call('GET', '/auth/me', { token })).status).toBe(401);
    expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
  });
});
