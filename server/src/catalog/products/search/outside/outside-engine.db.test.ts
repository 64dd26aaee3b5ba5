import { inspect } from 'node:util';
import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, openFakeOpenSearch } from '../../../../../../e2e/fake-opensearch/fake-opensearch.ts';
import { openTestDatabase } from '../../../../../test/test-database.ts';
import { inTransaction } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import { onInvalidation } from '../../../../platform/response-cache/invalidate-tags.ts';
import { minuteMs } from '../../../../platform/time.ts';
import { deviceCounts } from '../../../../workshop/units/count-devices.ts';
import { createCategory } from '../../categories/create-category.ts';
import { createProduct } from '../../create-product.ts';
import { deleteProduct } from '../../delete-product.ts';
import { listProducts } from '../../listing/product-list.queries.ts';
import { products } from '../../products.tables.ts';
import { allProducts } from '../../products.tags.ts';
import { searchChanges } from '../search.tables.ts';
import { postgresSearch, type SearchEngine } from '../search-engine.ts';
import { openOutsideEngine } from './outside-engine.ts';

// The engine outside the database when it fails, lags or has no index.

const { db } = await openTestDatabase();
const logged: string[] = [];
const log = createLog('warn', { write: (line) => logged.push(line) });
const open = async () => {
  const fake = await openFakeOpenSearch();
  return { fake, engine: await openOutsideEngine(fake.searchUrl, { db, log }) };
};

let { fake, engine } = await open();
let minutes = 0;

beforeAll(async () => {
  const category = { name: 'Phones', description: 'Phones' };
  await createCategory({ db, now: () => new Date() }, category, null);
});
beforeEach(async () => {
  await fake.close();
  ({ fake, engine } = await open());
  await db.delete(products);
  await db.delete(searchChanges);
  logged.length = 0;
});
afterAll(() => fake.close());

const add = (name: string, description = '') =>
  createProduct(
    { db, now: () => new Date(), search: engine },
    { name, description, brand: 'Acme', category: 'Phones', price: cents(100), stockCount: 1 },
    null,
  );
const rename = (id: string, name: string) =>
  inTransaction(db, async (tx) => {
    await tx.update(products).set({ name, version: 2 }).where(eq(products.id, id));
    await engine.index(tx, [id]);
  });
/** Pushes two minutes after the last time, when failed pushes are due again. */
const push = async () => {
  minutes += 2;
  await engine.outside?.pushChanges(new Date(Date.now() + minutes * minuteMs));
};
const waiting = () => db.$count(searchChanges);
const listWith = async (search: string, by: SearchEngine) =>
  (await listProducts(db, { search }, by)).products.map(({ name }) => name);
const find = (search: string) => listWith(search, engine);
const fallbacks = () => engine.outside?.countFallbacks() ?? 0;

describe('changes', () => {
  test('a change is stored with the product, so a rollback leaves none', async () => {
    await expect(
      inTransaction(db, async (tx) => {
        await engine.index(tx, ['prd_1']);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await waiting()).toBe(0);
    await add('Pixel');
    expect(await waiting()).toBe(1);
  });

  test('the first push builds the index; later ones send changes and deletions', async () => {
    await add('Pixel');
    await push();
    expect([await waiting(), await find('pixel'), fallbacks()]).toEqual([0, ['Pixel'], 0]);
    const { id } = await add('Pixel Pro');
    await push();
    expect(await find('pro')).toEqual(['Pixel Pro']);
    await deleteProduct({ db, now: () => new Date(), devices: deviceCounts, search: engine }, id, null);
    await push();
    expect([await waiting(), await find('pixel')]).toEqual([0, ['Pixel']]);
    expect(fake.indexNames()).toHaveLength(1);
  });

  test('changes made while the engine is away are pushed when it is back', async () => {
    await add('Pixel');
    await push();
    await fake.stop();
    await add('Galaxy');
    await expect(push()).rejects.toThrow('was not answered');
    expect([await waiting(), await find('galaxy')]).toEqual([1, ['Galaxy']]);
    await fake.restart();
    await push();
    expect(await waiting()).toBe(0);
  });

  test('a product edited during its push is pushed again', async () => {
    const { id } = await add('Pixel');
    await push();
    await inTransaction(db, (tx) => engine.index(tx, [id]));
    fake.beforeAnswer('/_bulk', () => rename(id, 'Galaxy'));
    await push();
    expect([await find('galaxy'), fallbacks()]).toEqual([['Galaxy'], 0]);
  });

  test('a push invalidates the lists that were cached before it', async () => {
    await add('Pixel');
    const tags: string[] = [];
    onInvalidation(db, (invalidation) => tags.push(...invalidation.tags));
    await push();
    expect(tags).toContain(allProducts);
  });

  test('a description of 20,000 letters is indexed and found to its end', async () => {
    await add('Pixel', `${'ж'.repeat(19_990)} the end`);
    await push();
    expect([await find('жжж the e'), await waiting(), logged]).toEqual([['Pixel'], 0, []]);
  });
});

describe('rebuild', () => {
  test('replaces the index in one step and leaves no other', async () => {
    await add('Pixel');
    await push();
    const [before] = fake.indexNames();
    expect(await engine.outside?.rebuild()).toBe(1);
    expect(fake.indexNames()).toHaveLength(1);
    expect(fake.indexNames()).not.toEqual([before]);
    expect([await find('pixel'), fallbacks()]).toEqual([['Pixel'], 0]);
  });

  test('a product edited during a rebuild keeps its newer state', async () => {
    const { id } = await add('Pixel');
    await push();
    fake.beforeAnswer('/_bulk', async () => {
      await rename(id, 'Galaxy');
      await push();
    });
    await engine.outside?.rebuild();
    expect([await find('galaxy'), await find('pixel'), fallbacks()]).toEqual([['Galaxy'], [], 0]);
  });

  test('a deleted index is built again and never created by a write', async () => {
    await add('Pixel');
    await push();
    for (const name of fake.indexNames()) fake.deleteIndex(name);
    expect([await find('pixel'), fallbacks()]).toEqual([['Pixel'], 1]);
    await add('Galaxy');
    await push();
    expect([await find('pixel'), await find('galaxy'), fallbacks()]).toEqual([['Pixel'], ['Galaxy'], 1]);
  });
});

describe('failures', () => {
  const faults: Fault[] = ['reset', 'busy', 'unavailable', 'silent', 'malformed', 'redirect'];

  test.each(faults)('PostgreSQL answers when the engine fails: %s', async (fault) => {
    await add('Pixel');
    await push();
    fake.failWith(fault);
    expect(await find('pixel')).toEqual(['Pixel']);
    expect(await find('pixle')).toEqual(await listWith('pixle', postgresSearch));
    expect(fallbacks()).toBeGreaterThan(0);
    expect(logged.join()).toContain('the search engine failed, PostgreSQL answers');
    fake.failWith(null);
    const before = fallbacks();
    expect([await find('pixel'), fallbacks()]).toEqual([['Pixel'], before]);
  });

  test('after three failures no search waits for the engine', async () => {
    await add('Pixel');
    await push();
    fake.failWith('busy');
    for (let search = 0; search < 5; search++) expect(await find('pixel')).toEqual(['Pixel']);
    expect(fake.requests.filter((request) => request.endsWith('_msearch'))).toHaveLength(3);
    expect(fallbacks()).toBe(5);
  });

  test('the password is in no log line and no error', async () => {
    await add('Pixel');
    await fake.stop();
    const error = await push().catch((reason: Error) => reason);
    await find('pixel');
    const text = inspect([error, logged], { depth: 20 });
    expect(text).toContain('127.0.0.1');
    for (const secret of ['p@ss word', 'p%40ss', Buffer.from('shop:p@ss word').toString('base64')])
      expect(text).not.toContain(secret);
  });
});
