import { maxCustomerTags } from '@reprise/contract/people/customers';
import type { StaffRole } from '@reprise/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { users } from '../identity/identity.tables.ts';
import { customerNotes, customerTags } from './customers.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, appoint } = await openTestApp(database);

let admin: string;
let customer: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  admin = await signIn();
  customer = await register('Ada');
});

const addNote = (id: string, text: string, token = admin) =>
  call('POST', `/customers/${id}/notes`, { token, body: { text } });
const addTag = (id: string, tag: string, token = admin) =>
  call('POST', `/customers/${id}/tags`, { token, body: { tag } });

/** Registers a member of staff with this role alone. */
async function staffOf(role: StaffRole) {
  return appoint(await register(role), [role]);
}

test('a note has its author and time, and its text stays out of the audit log', async () => {
  const { body } = await addNote(customer.id, ' Prefers a call \n');
  expect(body.data.note).toMatchObject({ text: 'Prefers a call', author: 'Administrator' });
  const list = await call('GET', `/customers/${customer.id}/notes`, { token: admin });
  expect(list.body.data.notes).toEqual([body.data.note]);
  const path = `/customers/${customer.id}/notes/${body.data.note.id}`;
  expect((await call('DELETE', path, { token: admin })).status).toBe(200);
  expect((await call('DELETE', path, { token: admin })).status).toBe(404);
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `user ${customer.id}`));
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['add customer note', 'delete customer note']),
  );
  expect(JSON.stringify(entries)).not.toContain('Prefers');
});

test('an empty, a huge and another customer’s note are rejected', async () => {
  const other = await register('Other');
  expect((await addNote(customer.id, '  ')).status).toBe(400);
  expect((await addNote(customer.id, 'x'.repeat(2001))).status).toBe(400);
  const { body } = await addNote(customer.id, 'Mine');
  const path = `/customers/${other.id}/notes/${body.data.note.id}`;
  expect((await call('DELETE', path, { token: admin })).status).toBe(404);
  expect((await addNote('usr_missing', 'Nothing')).status).toBe(404);
});

test('tags are lowercase, kept once, filter the list and are counted', async () => {
  const [first, second] = [await register('First'), await register('Second')];
  expect((await addTag(first.id, '  Big   Business ')).body.data.tags).toEqual(['big business']);
  expect((await addTag(first.id, 'big business')).body.data.tags).toEqual(['big business']);
  await addTag(second.id, 'big business');
  await addTag(first.id, 'a-tag');
  const list = await call('GET', '/users/users?tag=Big+Business', { token: admin });
  expect(list.body.data.pagination.total).toBe(2);
  expect(list.body.data.users).toMatchObject([
    { id: second.id, tags: ['big business'] },
    { id: first.id, tags: ['a-tag', 'big business'] },
  ]);
  const { body } = await call('GET', '/customers/tags', { token: admin });
  expect(body.data.tags[0]).toEqual({ tag: 'big business', customers: 2 });
  const removal = await call('DELETE', `/customers/${first.id}/tags/big%20business`, { token: admin });
  expect(removal.body.data.tags).toEqual(['a-tag']);
  expect((await addTag(first.id, 'a,b')).status).toBe(400);
  expect((await addTag(first.id, 'x'.repeat(31))).status).toBe(400);
});

test('a customer has at most so many tags, also when they are added at once', async () => {
  const { id } = await register('Tagged');
  const answers = await Promise.all(
    Array.from({ length: maxCustomerTags + 5 }, (_, index) => addTag(id, `tag ${index}`)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxCustomerTags);
  expect(await db.$count(customerTags, eq(customerTags.userId, id))).toBe(maxCustomerTags);
});

test('notes of staff are hidden from staff who see customers only', async () => {
  const support = await staffOf('support');
  const [owner] = await db.select({ id: users.id }).from(users).where(sql`email = 'admin@shop.test'`);
  const id = owner?.id ?? '';
  expect((await addNote(customer.id, 'By support', support)).status).toBe(201);
  expect((await addNote(id, 'About the owner', support)).status).toBe(404);
  expect((await call('GET', `/customers/${id}/notes`, { token: support })).status).toBe(404);
  const packer = await staffOf('packer');
  expect((await addNote(customer.id, 'By a packer', packer)).status).toBe(403);
  expect((await call('GET', `/customers/${customer.id}/notes`, { token: packer })).status).toBe(403);
  expect((await addTag(customer.id, 'mine', customer.token)).status).toBe(403);
});

test('notes and tags are erased with the account', async () => {
  const person = await register('Erased');
  await addNote(person.id, 'Secret');
  await addTag(person.id, 'erased');
  await call('DELETE', `/users/users/${person.id}`, { token: admin });
  expect(await db.$count(customerNotes, eq(customerNotes.userId, person.id))).toBe(0);
  expect(await db.$count(customerTags, eq(customerTags.userId, person.id))).toBe(0);
});
