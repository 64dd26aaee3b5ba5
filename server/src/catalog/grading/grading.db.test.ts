import type { EditedGrading, GradingContent } from '@reprise/contract/catalog/grading/edited-grading';
import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { ensureGrading } from './ensure-grading.ts';
import { gradingDrafts } from './grading.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, deps, signIn } = await openTestApp(database);
const token = await signIn();
await ensureGrading(db, deps.now());
const smartphones = { name: 'Smartphones', description: 'All kinds' };
await call('POST', '/categories', { token, body: smartphones });

const request = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token, ...(body && { body }) });
const read = async (): Promise<EditedGrading> => (await request('GET', '/grading/phone')).body.data.grading;

/** Saves a draft of what is published with a change, and publishes it; returns the last answer. */
async function publish(change: (content: GradingContent) => Partial<GradingContent>) {
  const { published } = await read();
  const { surfaces, grades, tests } = published;
  const content = { surfaces, grades, tests };
  const draft = { ...content, ...change(content), draftVersion: 0 };
  const saved = await request('PUT', '/grading/phone/draft', draft);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return request('POST', '/grading/phone/publish', { draftVersion: 1 });
}

let made = 0;
/** Receives a phone, erases nothing, and grades it A under the newest standard; returns its id. */
async function gradePhone(code = 'A', reason = 'Seen by two') {
  made += 1;
  const digits = `35000003${String(made).padStart(6, '0')}`;
  const { body } = await request('POST', '/units', {
    model: { new: { name: 'Pixel 8', brand: 'Google', category: 'smartphones' } },
    identifiers: [
      { kind: 'imei', value: digits + luhnDigit(digits) },
      { kind: 'serial', value: `GRADE${made}` },
    ],
  });
  const { id } = body.data.unit;
  const { standard } = (await request('GET', `/units/${id}/bench`)).body.data.bench;
  const surfaces = Object.fromEntries(standard.surfaces.map(({ key }: { key: string }) => [key, 'A']));
  const answers = { surfaces, isRefurbished: false };
  const graded = await request('POST', `/units/${id}/gradings`, {
    standard: standard.id,
    answers,
    code,
    reason: code === 'A' ? '' : reason,
  });
  expect(graded.status, JSON.stringify(graded.body)).toBe(200);
  return id as string;
}

beforeEach(() => db.delete(gradingDrafts));

test('a draft changes nothing until it is published, then only what differs has a new version', async () => {
  const before = await read();
  const [, ...fewer] = before.published.tests;
  const { surfaces, grades } = before.published;
  await request('PUT', '/grading/phone/draft', { surfaces, grades, tests: fewer, draftVersion: 0 });
  expect((await read()).published).toEqual(before.published);

  const answer = await request('POST', '/grading/phone/publish', { draftVersion: 1 });
  const { published, draft, draftVersion } = answer.body.data.grading as EditedGrading;
  expect([published.tests, published.grades]).toEqual([fewer, grades]);
  expect(published.checklistVersion).toBe(before.published.checklistVersion + 1);
  expect(published.standardVersion).toBe(before.published.standardVersion);
  expect([draft, draftVersion]).toEqual([null, 0]);
});

test('a device keeps the grade and the words of the version it was graded under', async () => {
  const id = await gradePhone();
  const { standardVersion: version } = (await read()).published;
  const before = await gradeOnPassport(id);
  await publish(({ surfaces, grades }) => ({
    grades: grades.map((grade) => ({
      ...grade,
      words: Object.fromEntries(surfaces.map(({ key }) => [key, 'Other words'])),
    })),
  }));
  expect(before.name).toBe('Like New');
  expect(await gradeOnPassport(id)).toEqual(before);
  expect((await read()).graded).toContainEqual({ version, code: 'A', count: 1 });
});

async function gradeOnPassport(id: string) {
  const { unit } = (await request('GET', `/units/${id}`)).body.data;
  return (await call('GET', `/devices/${unit.passport}`)).body.data.passport.grade;
}

test('a grade that a device in hand has is retired, not removed', async () => {
  await gradePhone('B');
  const removed = await publish(({ grades }) => ({ grades: grades.filter(({ code }) => code !== 'B') }));
  expect(removed.status).toBe(400);
  expect(removed.body.message).toContain('Grade B is on a device: retire it instead of removing it.');
  await request('DELETE', '/grading/phone/draft');

  const retired = await publish(({ grades }) => ({
    grades: grades.map((grade) => ({
      ...grade,
      ...(grade.code === 'B' && { isRetired: true }),
      ...(grade.worstWear === 'B' && { worstWear: 'A' }),
    })),
  }));
  expect(retired.status, JSON.stringify(retired.body)).toBe(200);
  const [phone] = (await call('GET', '/grading')).body.data.kinds;
  expect(phone.grades.map(({ code }: { code: string }) => code)).not.toContain('B');
});

test('of two people who save the same draft, the second is told', async () => {
  const { surfaces, grades, tests } = (await read()).published;
  const body = { surfaces, grades, tests, draftVersion: 0 };
  const answers = await Promise.all([
    request('PUT', '/grading/phone/draft', body),
    request('PUT', '/grading/phone/draft', body),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await request('POST', '/grading/phone/publish', { draftVersion: 7 })).status).toBe(409);
});

test('a draft with faults is saved but not published, and the answer names them', async () => {
  const answer = await publish(({ surfaces }) => ({
    surfaces: [...surfaces, { key: 'ports', label: 'Ports' }],
    tests: [],
  }));
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain('write the words for Ports');
  expect(answer.body.message).toContain('Add a test.');
  expect((await read()).draft).not.toBeNull();
});

test('roles without the permission neither read nor write drafts', async () => {
  const calls = [
    ['GET', '/grading/phone'],
    ['DELETE', '/grading/phone/draft'],
    ['POST', '/grading/phone/publish'],
  ] as const;
  for (const [method, path] of calls) expect((await call(method, path)).status).toBe(401);
  await db.update(users).set({ staffRoles: ['technician'] });
  for (const [method, path] of calls) expect((await request(method, path)).status, path).toBe(403);
  await db.update(users).set({ staffRoles: ['owner'] });
});
