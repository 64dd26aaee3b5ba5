import {
  maxPhraseLength,
  maxPhrases,
  maxSynonyms,
  synonymEndpoints,
} from '@reprise/contract/catalog/products/synonyms';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { defaultSynonyms } from './default-synonyms.ts';
import { ensureSynonyms } from './ensure-synonyms.ts';
import { synonymTerms } from './synonym-terms.ts';
import { synonymHandlers } from './synonyms.routes.ts';
import { searchSynonyms, synonymSeeds } from './synonyms.tables.ts';

const { db } = await openTestDatabase();
let seconds = 0;
const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++));
const call = callsTo(synonymEndpoints, synonymHandlers({ db, now }));

beforeEach(async () => {
  await db.delete(searchSynonyms);
  await db.delete(synonymSeeds);
});

const add = async (...phrases: string[]) =>
  (await call('createSynonym', { as: 'admin', body: { phrases } })).synonym;
const edit = async (id: string, phrases: string[], version?: number) =>
  (await call('updateSynonym', { as: 'admin', params: { id }, body: { phrases, version } })).synonym;
const remove = (id: string) => call('deleteSynonym', { as: 'admin', params: { id } });
const list = async (query: Record<string, string> = {}) =>
  (await call('listSynonyms', { as: 'admin', query })).synonyms.map(({ phrases }) => phrases);
const termsOf = async (id: string) =>
  (await db.select().from(searchSynonyms).where(eq(searchSynonyms.id, id)))[0]?.terms;

describe('synonyms of the owner', () => {
  test('a new entry keeps the phrases as typed and stores their normalized terms', async () => {
    const synonym = await add(' PS5 ', 'PlayStation 5');
    expect(synonym).toMatchObject({
      id: expect.stringMatching(/^syn_/),
      phrases: ['PS5', 'PlayStation 5'],
      version: 1,
    });
    expect(await termsOf(synonym.id)).toEqual(['ps5', 'playstation 5']);
  });

  test('phrases that differ only in letter case are stored once', async () => {
    expect((await add('TV', 'tv', 'television')).phrases).toEqual(['TV', 'television']);
  });

  test.each([
    [['laptop']],
    [['laptop', 'LAPTOP']],
    [['laptop', '!?']],
    [['laptop', ' ']],
    [['laptop', 'x'.repeat(maxPhraseLength + 1)]],
    [Array.from({ length: maxPhrases + 1 }, (_, index) => `word ${index}`)],
  ])('rejects the phrases %j', async (phrases) => {
    await expect(add(...phrases)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await list()).toEqual([]);
  });

  test('a phrase belongs to one entry', async () => {
    const television = await add('TV', 'television');
    await expect(add('tv', 'telly')).rejects.toMatchObject({
      code: 'SYNONYM_EXISTS',
      message: '“TV” is already a synonym in “TV, television”. Edit that entry instead.',
    });
    const other = await add('hard drive', 'HDD');
    await expect(edit(other.id, ['HDD', 'Television'])).rejects.toMatchObject({ code: 'SYNONYM_EXISTS' });
    expect((await edit(television.id, ['TV', 'telly'])).phrases).toEqual(['TV', 'telly']);
  });

  test('an edit of an outdated version is rejected', async () => {
    const { id } = await add('TV', 'television');
    expect((await edit(id, ['TV', 'telly'], 1)).version).toBe(2);
    await expect(edit(id, ['TV', 'tube'], 1)).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
    expect(await list()).toEqual([['TV', 'telly']]);
  });

  test('the list is alphabetical, paged, and searched by parts of phrases', async () => {
    await add('television', 'TV');
    await add('HDD', 'hard drive');
    await add('100% wool', 'pure wool');
    expect(await list()).toEqual([
      ['100% wool', 'pure wool'],
      ['HDD', 'hard drive'],
      ['television', 'TV'],
    ]);
    expect(await list({ search: 'Drive' })).toEqual([['HDD', 'hard drive']]);
    expect(await list({ search: '%' })).toEqual([['100% wool', 'pure wool']]);
    expect(await list({ page: '2', limit: '2' })).toEqual([['television', 'TV']]);
  });

  test('a deleted entry is gone', async () => {
    const { id } = await add('TV', 'television');
    await remove(id);
    await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(edit(id, ['TV', 'telly'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('changes are audited', async () => {
    const { id } = await add('TV', 'television');
    await edit(id, ['TV', 'telly']);
    await remove(id);
    const entries = await db
      .select({ action: auditEntries.action, actorId: auditEntries.actorId })
      .from(auditEntries)
      .where(eq(auditEntries.subject, `synonyms ${id}`))
      .orderBy(auditEntries.id);
    const actions = ['add synonyms', 'edit synonyms', 'delete synonyms'];
    expect(entries).toEqual(actions.map((action) => ({ action, actorId: 'usr_admin' })));
  });

  test('an entry above the limit is rejected', async () => {
    await db.execute(sql`insert into search_synonyms (id, phrases, terms)
      select 'syn_' || n, array['a' || n, 'b' || n], array['a' || n, 'b' || n]
      from generate_series(1, ${maxSynonyms}) n`);
    await expect(add('TV', 'television')).rejects.toMatchObject({ code: 'SYNONYMS_FULL' });
  });

  test('customers and guests see no synonyms', async () => {
    await expect(call('listSynonyms', { as: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(call('listSynonyms')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('default synonyms', () => {
  test('a shop has them from its first start, and deleted ones stay deleted', async () => {
    await ensureSynonyms(db);
    expect(await db.$count(searchSynonyms)).toBe(defaultSynonyms.length);
    const [ps5] = (await call('listSynonyms', { as: 'admin', query: { search: 'ps5' } })).synonyms;
    await remove(ps5?.id ?? '');
    await ensureSynonyms(db);
    expect(await list({ search: 'PlayStation 5' })).not.toContainEqual(ps5?.phrases);
    expect(await db.$count(searchSynonyms)).toBe(defaultSynonyms.length - 1);
  });

  test('a start renews terms that an older analyzer made', async () => {
    await ensureSynonyms(db);
    const { id } = await add('Zeta', 'Eta');
    await db
      .update(searchSynonyms)
      .set({ terms: ['old', 'older'] })
      .where(eq(searchSynonyms.id, id));
    await ensureSynonyms(db);
    expect(await termsOf(id)).toEqual(['zeta', 'eta']);
  });

  test('each has at least two terms, and no term is in two of them', () => {
    const groups = defaultSynonyms.map((phrases) => synonymTerms(phrases).terms);
    const terms = groups.flat();
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    expect(defaultSynonyms.length).toBeGreaterThanOrEqual(150);
  });
});
