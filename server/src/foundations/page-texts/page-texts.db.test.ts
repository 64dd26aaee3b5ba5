import { maxPageText } from '@reprise/contract/foundations/page-texts';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { pageTextVersions } from './page-texts.tables.ts';

const database = await openTestDatabase();
const { call, signIn } = await openTestApp(database, {});
const admin = await signIn();

beforeEach(async () => {
  await database.db.delete(pageTextVersions);
});

const save = (markdown: string | null, version: number, page = 'terms') =>
  call('PUT', `/page-texts/admin/${page}`, { token: admin, body: { markdown, version } });
const restore = (restored: number, version: number) =>
  call('POST', '/page-texts/admin/terms/restore', { token: admin, body: { restored, version } });
const shown = async (page = 'terms') => (await call('GET', `/page-texts/${page}`)).body.data.blocks;
const versions = async () =>
  (await call('GET', '/page-texts/admin/terms/versions', { token: admin })).body.data.versions;
const paragraph = (text: string) => [{ kind: 'paragraph', phrases: [{ runs: [{ text }] }] }];

describe('text of a page', () => {
  test('is the original one until the owner writes another, and again on request', async () => {
    expect(await shown()).toBeNull();
    expect((await save('Our terms', 0)).body.data.text).toEqual({
      page: 'terms',
      version: 1,
      markdown: 'Our terms',
    });
    expect(await shown()).toEqual(paragraph('Our terms'));
    expect(await shown('privacy')).toBeNull();
    await save(null, 1);
    expect(await shown()).toBeNull();
  });

  test('keeps each version with its time and author, and restores one as the newest', async () => {
    await save('First', 0);
    await save('Second', 1);
    expect((await restore(1, 2)).body.data.text).toMatchObject({ version: 3, markdown: 'First' });
    expect(await shown()).toEqual(paragraph('First'));
    const author = expect.stringMatching(/\S/);
    const savedAt = expect.stringMatching(/Z$/);
    expect(await versions()).toEqual([
      { version: 3, isOriginal: false, characters: 5, author, savedAt },
      { version: 2, isOriginal: false, characters: 6, author, savedAt },
      { version: 1, isOriginal: false, characters: 5, author, savedAt },
    ]);
    const older = await call('GET', '/page-texts/admin/terms/versions/2', { token: admin });
    expect(older.body.data.blocks).toEqual(paragraph('Second'));
  });

  test('rejects a save over a newer version', async () => {
    await save('First', 0);
    const late = await save('Second', 0);
    expect([late.status, late.body.code, late.body.details]).toEqual([409, 'EDIT_CONFLICT', { version: 1 }]);
    expect((await restore(1, 0)).status).toBe(409);
    expect(await shown()).toEqual(paragraph('First'));
  });

  test('stores one of two saves at once', async () => {
    const statuses = (await Promise.all([save('One', 0), save('Two', 0)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await versions()).toHaveLength(1);
  });

  test('saves no version without a change', async () => {
    await save('First', 0);
    expect((await save('First', 1)).body.data.text.version).toBe(1);
    expect((await save(null, 0, 'privacy')).body.data.text.version).toBe(0);
  });

  test.each([
    ['an empty text', ' '],
    ['a text that shows nothing', '---'],
    ['a text above the limit', 'x'.repeat(maxPageText + 1)],
    ['a text that cannot be stored', 'a\u0000b'],
  ])('rejects %s', async (_, markdown) => {
    expect((await save(markdown, 0)).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ field: 'markdown' }],
    });
    expect(await versions()).toEqual([]);
  });

  test('is not found for an unknown page or version', async () => {
    expect((await call('GET', '/page-texts/secrets')).status).toBe(404);
    expect((await call('GET', '/page-texts/admin/terms/versions/1', { token: admin })).status).toBe(404);
    expect((await restore(7, 0)).status).toBe(404);
  });

  test('previews without storing', async () => {
    const preview = await call('POST', '/page-texts/admin/preview', {
      token: admin,
      body: { markdown: '<b>a</b>' },
    });
    expect(preview.body.data.blocks).toEqual(paragraph('<b>a</b>'));
    expect(await versions()).toEqual([]);
  });

  test('is written by the owner only, and audited without the text itself', async () => {
    expect((await call('PUT', '/page-texts/admin/terms', { body: {} })).status).toBe(401);
    await save('Our terms', 0);
    const { body } = await call('GET', '/audit?kind=page', { token: admin });
    expect(body.data.entries[0]).toMatchObject({
      action: 'edit page',
      subjectId: 'terms',
      changes: [
        { field: 'Text', before: 'original', after: 'own' },
        { field: 'Version', before: '0', after: '1' },
        { field: 'Characters', before: null, after: '9' },
      ],
    });
  });
});
