import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import type { BulkChange } from '@reprise/contract/catalog/products/products-admin';
import { cents } from '@reprise/contract/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFakeOpenSearch } from '../../../../../e2e/fake-opensearch/fake-opensearch.ts';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { bulkEditProducts } from '../bulk-edit-products.ts';
import { replaceModelCodes } from '../families/store-model-codes.ts';
import { catalogHandlers } from '../products.routes.ts';
import { rollUpVocabulary } from '../search/roll-up-vocabulary.ts';
import { createSynonym } from '../synonyms/save-synonym.ts';
import { openOutsideEngine } from './outside/outside-engine.ts';
import { postgresSearch, type SearchEngine } from './search-engine.ts';
import { updateTermCounts } from './term-counts.ts';

// The contract of every search engine: the same tests run against the built-in one and against OpenSearch.

const fake = await openFakeOpenSearch();
afterAll(fake.close);
const databases = { PostgreSQL: await openTestDatabase(), OpenSearch: await openTestDatabase() };
const log = createLog('silent');
const engines: Record<keyof typeof databases, SearchEngine> = {
  PostgreSQL: postgresSearch,
  OpenSearch: await openOutsideEngine(fake.searchUrl, { db: databases.OpenSearch.db, log }),
};

const phone = { category: 'Smartphones', brand: 'Apple', modelKey: 'iphone-13-128' };
const catalog: Record<string, unknown>[] = [
  { ...phone, name: 'iPhone 13 128 GB', price: 500, condition: 'excellent', stockCount: 3 },
  { ...phone, name: 'iPhone 13 128 GB', price: 450, condition: 'good', stockCount: 0 },
  { ...phone, name: 'iPhone 13 128 GB', price: 420, condition: 'fair', stockCount: 7 },
  {
    name: 'Galaxy S22 Phantom Black',
    category: 'Smartphones',
    brand: 'Samsung',
    description: 'Finds backXslash and hX',
    price: 380,
    stockCount: 5,
  },
  { name: 'Case for Galaxy S22', category: 'Accessories', brand: 'Spigen', price: 12, stockCount: 5 },
  {
    name: 'WH-1000XM5',
    category: 'Audio & Headphones',
    brand: 'Sony',
    description: 'Wireless headphones, 100% quiet. Snake_case \\ back*slash?',
    price: 220,
    stockCount: 4,
  },
  { name: 'älter MacBook 13.3 in', category: 'Laptops', brand: 'Apple', price: 900, stockCount: 10 },
  { name: 'ThinkPad X1', category: 'Laptops', brand: 'Lenovo', price: 700, stockCount: 0 },
  { name: 'ThinkPad X1', category: 'Laptops', brand: 'Lenovo', price: 650, stockCount: 2 },
];

describe.each(['PostgreSQL', 'OpenSearch'] as const)('search with %s', (name) => {
  const { db } = databases[name];
  const search = engines[name];
  let seconds = 0;
  const deps = {
    db,
    now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
    alerts: alertTriggers,
    devices: deviceCounts,
    search,
  };
  const call = callsTo(catalogEndpoints, catalogHandlers(deps));
  /** Sends the changes to the engine, a minute from now: they are due and none is being pushed. */
  const push = () => search.outside?.pushChanges(new Date(Date.now() + 60_000 * ++minutes));
  let minutes = 0;
  const add = async (body: Record<string, unknown>) =>
    (await call('createProduct', { as: 'admin', body: { description: '', ...body } })).product;
  const list = (query: Record<string, string>) => call('listProducts', { query });
  const found = async (query: Record<string, string>) =>
    (await list(query)).products.map(({ name, price }) => `${name} ${price}`);

  beforeAll(async () => {
    for (const name of ['Smartphones', 'Accessories', 'Audio & Headphones', 'Laptops'])
      await call('createCategory', { as: 'admin', body: { name, description: name } });
    for (const body of catalog) await add(body);
    await rollUpVocabulary(db);
    await updateTermCounts(db);
    await push();
  });

  test('a search matches all words in any order, newest first among equals', async () => {
    expect(await found({ search: '128gb iphone' })).toEqual([
      'iPhone 13 128 GB 420',
      'iPhone 13 128 GB 500',
      'iPhone 13 128 GB 450',
    ]);
    expect(await list({ search: 'iphone 128 GB' })).toMatchObject({
      match: 'exact',
      pagination: { total: 3 },
    });
  });

  test.each([
    ['hone 13 1', 3],
    ['1000x', 1],
    ['LESS HEADPH', 1],
    ['amsun', 1],
    ['100% q', 1],
    ['e_c', 1],
    ['k*s', 1],
    ['e \\ b', 1],
    ['h?', 1],
    ['ALTER', 1],
    ['13 inch', 1],
  ])('a search for %j finds %i products', async (search, total) => {
    const { match, products } = await list({ search });
    expect([match, products.length]).toEqual(['exact', total]);
  });

  test('products with the words come before those that only contain the text', async () => {
    const only = await add({
      name: 'Telephone',
      category: 'Smartphones',
      brand: 'Nokia',
      price: 10,
      stockCount: 9,
    });
    const word = await add({
      name: 'Tele lens',
      category: 'Accessories',
      brand: 'Nokia',
      price: 20,
      stockCount: 0,
    });
    const described = await add({
      name: 'Lens',
      description: 'For telephotos',
      category: 'Accessories',
      brand: 'Nokia',
      price: 30,
      stockCount: 9,
    });
    await push();
    expect(await found({ search: 'tele' })).toEqual(['Tele lens 20', 'Telephone 10', 'Lens 30']);
    for (const { id } of [only, word, described])
      await call('deleteProduct', { as: 'admin', params: { id } });
  });

  test('products in stock come before better matches that are sold out', async () => {
    expect(await found({ search: 'thinkpad' })).toEqual(['ThinkPad X1 650', 'ThinkPad X1 700']);
  });

  test('a device comes before its accessories unless the search names one', async () => {
    expect(await found({ search: 'galaxy s22' })).toEqual([
      'Galaxy S22 Phantom Black 380',
      'Case for Galaxy S22 12',
    ]);
    expect(await found({ search: 'galaxy case' })).toEqual(['Case for Galaxy S22 12']);
  });

  test('a condition raises its products and filters none', async () => {
    const [first, ...others] = (await list({ search: 'iphone excellent condition' })).products;
    expect([first?.condition, others.length]).toEqual(['excellent', 2]);
  });

  test('a category and a synonym lead to their products', async () => {
    expect(await found({ search: 'laptops' })).toHaveLength(3);
    await createSynonym(deps, { phrases: ['notebook', 'laptop'] }, null);
    expect(await found({ search: 'notebook' })).toHaveLength(3);
  });

  test('a misspelled word is corrected', async () => {
    expect(await list({ search: 'galxy s22' })).toMatchObject({
      match: 'fuzzy',
      search: { correctedQuery: 'galaxy s22', missingWords: [] },
      pagination: { total: 2 },
    });
  });

  test('words that no product has beside the others are left out', async () => {
    expect(await list({ search: 'thinkpda zzzzz' })).toMatchObject({
      match: 'partial',
      search: { correctedQuery: 'thinkpad', missingWords: ['zzzzz'] },
      pagination: { total: 2 },
    });
    expect(await list({ search: 'galaxy thinkpad lenovo' })).toMatchObject({
      match: 'partial',
      search: { missingWords: ['galaxy'] },
      pagination: { total: 2 },
    });
    // A brand counts more than a rare word of a text.
    expect(await list({ search: 'apple 13 spigen' })).toMatchObject({
      search: { missingWords: ['spigen'] },
      pagination: { total: 4 },
    });
    // The kind of product counts most.
    expect(await list({ search: 'spigen laptop' })).toMatchObject({
      match: 'partial',
      search: { missingWords: ['spigen'] },
      pagination: { total: 3 },
    });
    expect(await found({ search: 'zzzzz qqqqq' })).toEqual([]);
  });

  test('filters, facets, sort orders and pages agree with the matches', async () => {
    const { facets, pagination } = await list({ search: 'iphone', minPrice: '430', inStock: 'true' });
    expect(pagination.total).toBe(1);
    expect(facets.conditions.filter(({ count }) => count > 0)).toEqual([{ value: 'excellent', count: 1 }]);
    expect(facets.price).toEqual({ min: 420, max: 500 });
    expect(facets.inStock).toBe(1);
    expect(await found({ search: 'iphone', sort: 'price-low', limit: '2', page: '2' })).toEqual([
      'iPhone 13 128 GB 500',
    ]);
    expect(await found({ search: 'apple', sort: 'newest' })).toEqual([
      'älter MacBook 13.3 in 900',
      'iPhone 13 128 GB 420',
      'iPhone 13 128 GB 450',
      'iPhone 13 128 GB 500',
    ]);
    expect(await found({ search: 'apple', category: 'Laptops' })).toEqual(['älter MacBook 13.3 in 900']);
  });

  test('suggestions complete the last word and show each model once', async () => {
    const suggest = async (q: string) =>
      (await call('searchSuggestions', { query: { q } })).products.map(({ name, price }) => [name, price]);
    expect(await suggest('ipho')).toEqual([['iPhone 13 128 GB', 420]]);
    expect(await suggest('thinkpad x')).toContainEqual(['ThinkPad X1', 650]);
  });

  test('suggestions show the named thing only, names that begin as typed first', async () => {
    const body = { brand: 'Samsung', price: 50, stockCount: 9 };
    const added = [
      await add({ ...body, name: 'Galaxy Buds', category: 'Audio & Headphones' }),
      await add({ ...body, name: 'Book 3', category: 'Laptops', description: 'Pairs with an iPhone' }),
    ];
    await push();
    const suggested = async (q: string) =>
      (await call('searchSuggestions', { query: { q } })).products.map(({ name }) => name);
    for (const q of ['ipho', 'iphone', 'ipone']) expect(await suggested(q), q).toEqual(['iPhone 13 128 GB']);
    expect((await suggested('galaxy s'))[0]).toBe('Galaxy S22 Phantom Black');
    expect(await suggested('headpho')).toEqual(expect.arrayContaining(['WH-1000XM5', 'Galaxy Buds']));
    for (const { id } of added) await call('deleteProduct', { as: 'admin', params: { id } });
    await push();
  });

  test('a deleted, archived or newly priced product is shown as it is at once', async () => {
    const body = {
      name: 'Vanishing Pixel',
      category: 'Smartphones',
      brand: 'Google',
      price: 300,
      stockCount: 1,
    };
    const [deleted, archived, cheaper] = [await add(body), await add(body), await add(body)];
    await push();
    expect((await list({ search: 'vanishing' })).pagination.total).toBe(3);
    await call('deleteProduct', { as: 'admin', params: { id: deleted.id } });
    const change = (id: string, change: BulkChange) =>
      bulkEditProducts(deps, { products: [id], change }, null);
    await change(archived.id, { kind: 'archive', archived: true });
    await change(cheaper.id, { kind: 'price', price: cents(10_000) });
    expect(await found({ search: 'vanishing', maxPrice: '100' })).toEqual(['Vanishing Pixel 100']);
    expect((await list({ search: 'vanishing' })).pagination.total).toBe(1);
    await push();
    await change(archived.id, { kind: 'archive', archived: false });
    await push();
    expect((await list({ search: 'vanishing' })).pagination.total).toBe(2);
  });

  test('a draft is not found until it is published again', async () => {
    const body = { name: 'Gossamer Tablet', category: 'Laptops', brand: 'Google', price: 300, stockCount: 1 };
    const { id } = await add(body);
    const publish = (published: boolean) =>
      bulkEditProducts(deps, { products: [id], change: { kind: 'publish', published } }, null);
    await push();
    await publish(false);
    expect(await found({ search: 'gossamer' })).toEqual([]);
    await push();
    await publish(true);
    await push();
    expect(await found({ search: 'gossamer' })).toEqual(['Gossamer Tablet 300']);
  });

  test.each([
    ['its SKU', 'APP-IPH-789', ['APPIPH789', 'appiph 789', 'app-iph-789']],
    ['the beginning of its part number', 'MLPF3LL/A', ['MLPF3LL/A', 'mlpf3', 'P/N: MLPF3LL/A', 'MLPF-3']],
    ['its barcode', '00194252707357', ['194252707357', '0194252707357', '0 194252 707357']],
    ['a model number among its specifications', 'SM-S901B/DS', ['SM-S901', 'sms901b', 'sm s901b/ds']],
    ['the model number of its box', 'CFI-1215A', ['CFI-1215A', 'cfi1215a', 'CFI-1215']],
    ['the number on its back', 'A2633', ['A2633', 'a 2633']],
  ])('a product is found first by %s, and never off sale', async (what, code, typed) => {
    const body = { category: 'Smartphones', brand: 'Acme', modelKey: 'acme', price: 99, stockCount: 1 };
    const isSku = what === 'its SKU';
    const { id } = await add({
      ...body,
      name: 'Gadget',
      ...(isSku && { sku: code }),
      specifications: what.includes('specifications') ? { 'Model number': `XT1, ${code}` } : {},
    });
    if (!isSku && !what.includes('specifications')) await setCodes('acme', [code]);
    // A text that mentions the code does not come before it.
    const other = await add({
      ...body,
      modelKey: '',
      name: 'Other',
      description: `Fits ${typed.join(', ')}`,
    });
    await push();
    for (const search of typed) {
      expect([search, (await found({ search }))[0]]).toEqual([search, 'Gadget 99']);
      const { products } = await call('searchSuggestions', { query: { q: search } });
      expect([search, products[0]?.name]).toEqual([search, 'Gadget']);
    }
    const hide = async (ids: string[], change: BulkChange) => {
      await bulkEditProducts(deps, { products: ids, change }, null);
      await push();
    };
    await hide([other.id], { kind: 'archive', archived: true });
    await hide([id], { kind: 'archive', archived: true });
    for (const search of typed) expect(await found({ search })).not.toContain('Gadget 99');
    await hide([id], { kind: 'archive', archived: false });
    await hide([id], { kind: 'publish', published: false });
    for (const search of typed) expect(await found({ search })).not.toContain('Gadget 99');
    await setCodes('acme', []);
  });

  async function setCodes(modelKey: string, codes: string[]) {
    const kindOf = (code: string) => (/^\d+$/.test(code) ? ('gtin' as const) : ('mpn' as const));
    const rows = codes.map((code) => ({ kind: kindOf(code), code }));
    await inTransaction(db, (tx) => replaceModelCodes(tx, modelKey, rows, search));
  }

  test('an archived product does not decide which words are left out', async () => {
    const { id } = await add({
      name: 'Sunken Wreck',
      category: 'Laptops',
      brand: 'Titanic',
      price: 1,
      stockCount: 1,
    });
    await push();
    await bulkEditProducts(deps, { products: [id], change: { kind: 'archive', archived: true } }, null);
    await push();
    expect(await list({ search: 'sunken wreck galaxy' })).toMatchObject({
      match: 'partial',
      search: { missingWords: ['sunken', 'wreck'] },
      pagination: { total: 2 },
    });
  });

  test('the engine answered every search of this suite', () => {
    expect(search.outside?.countFallbacks() ?? 0).toBe(0);
    expect(fake.requests.includes('POST /test-v1/_msearch')).toBe(name === 'OpenSearch');
  });
});
