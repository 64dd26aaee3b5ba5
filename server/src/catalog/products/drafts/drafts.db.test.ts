import { bulkChangeEndpoints } from '@reprise/contract/catalog/products/bulk-changes';
import { draftEndpoints } from '@reprise/contract/catalog/products/drafts';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { catalogAdminEndpoints } from '@reprise/contract/catalog/products/products-admin';
import { cents } from '@reprise/contract/money';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { productAlerts } from '../../alerts/alerts.tables.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { createProduct } from '../create-product.ts';
import { catalogHandlers } from '../products.routes.ts';
import { categories, products } from '../products.tables.ts';
import { catalogAdminHandlers } from '../products-admin.routes.ts';
import { postgresSearch } from '../search/search-engine.ts';
import { createDraft } from './save-draft.ts';

const { db } = await openTestDatabase();
let seconds = 0;
const deps = {
  db,
  now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
  alerts: alertTriggers,
  devices: deviceCounts,
  search: postgresSearch,
};
const shop = callsTo(catalogEndpoints, catalogHandlers(deps));
const office = callsTo(
  { ...catalogAdminEndpoints, ...bulkChangeEndpoints, ...draftEndpoints },
  catalogAdminHandlers(deps),
);

type Body = Record<string, unknown>;

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await shop('createCategory', { as: 'admin', body: { name: 'Phones', description: 'Phones' } });
});

const complete = { name: 'Pixel 8', brand: 'Google', category: 'Phones', price: 400 };
const add = async (body: Body = {}) =>
  (await shop('createProduct', { as: 'admin', body: { ...complete, ...body } })).product;
const addDraft = async (body: Body = {}) =>
  (await office('createDraft', { as: 'admin', body: { name: 'Pixel 9', ...body } })).product;
const save = async (id: string, body: Body) =>
  (await office('updateDraft', { as: 'admin', params: { id }, body })).product;
const publish = async (id: string, body: Body) =>
  (await office('publishDraft', { as: 'admin', params: { id }, body })).product;
const bulk = async (ids: string[], change: Body) =>
  (await office('bulkEditProducts', { as: 'admin', body: { products: ids, change } })).rows;
const one = async (id: string) => (await office('getAdminProduct', { as: 'admin', params: { id } })).product;
const names = async (query: Body = {}) =>
  (await office('listAdminProducts', { as: 'admin', query })).products.map(({ name }) => name);
const onSale = async () => (await shop('listProducts', {})).products.map(({ name }) => name);
const lastAudit = async (id: string) => {
  const { action, before, after } = auditEntries;
  const ofProduct = eq(auditEntries.subject, `product ${id}`);
  const [entry] = await db
    .select({ action, before, after })
    .from(auditEntries)
    .where(ofProduct)
    .orderBy(desc(auditEntries.id));
  return entry;
};

describe('saving a draft', () => {
  test('needs a name only', async () => {
    const draft = await addDraft({ stockCount: 3 });
    expect(draft).toMatchObject({ isDraft: true, archivedAt: null, brand: '', price: 0, category: null });
    expect(draft.sku).toMatch(/^PIX\d+$/);
    expect(await lastAudit(draft.id)).toMatchObject({ action: 'add draft', after: { stockCount: 3 } });
    expect(await onSale()).toEqual([]);
    await expect(addDraft({ name: ' ' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(addDraft({ category: 'None' })).rejects.toMatchObject({
      errors: [{ field: 'category', message: 'Invalid category selected' }],
    });
  });

  test('clears price, brand and category that are left blank', async () => {
    const { id } = await addDraft(complete);
    const saved = await save(id, { name: 'Pixel 9', brand: '', category: '', price: null, version: 1 });
    expect(saved).toMatchObject({ brand: '', price: 0, category: null, isDraft: true, version: 2 });
  });

  test('of a product on sale takes it off sale', async () => {
    const { id } = await add();
    await save(id, { ...complete, price: 350, version: 1 });
    expect(await onSale()).toEqual([]);
    expect(await lastAudit(id)).toMatchObject({
      action: 'set product to draft',
      before: { isDraft: false, priceCents: 40_000 },
      after: { isDraft: true, priceCents: 35_000 },
    });
  });

  test('once per Idempotency-Key', async () => {
    const create = () => createDraft(deps, { name: 'Pixel 9' }, 'usr_1', 'a-key-for-one-draft');
    expect((await create()).id).toBe((await create()).id);
    expect(await names({ draft: 'true' })).toEqual(['Pixel 9']);
    const add = createProduct(deps, { ...complete, price: cents(400) }, 'usr_1', 'a-key-for-one-draft');
    await expect(add).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('through the form of products keeps it a draft', async () => {
    const { id } = await addDraft();
    await shop('updateProduct', { as: 'admin', params: { id }, body: { ...complete, version: 1 } });
    expect(await one(id)).toMatchObject({ isDraft: true, price: 400, brand: 'Google' });
    expect(await onSale()).toEqual([]);
  });
});

describe('publishing a draft', () => {
  test('validates it in full and names each field', async () => {
    const { id } = await addDraft();
    const fields = async (body: Body) =>
      publish(id, { version: 1, ...body }).then(
        () => [],
        ({ errors }: { errors: { field: string }[] }) => errors.map(({ field }) => field).sort(),
      );
    expect(await fields({ name: 'Pixel 9', brand: '', category: '' })).toEqual([
      'brand',
      'category',
      'price',
    ]);
    expect(await fields({ ...complete, originalPrice: 399 })).toEqual(['originalPrice']);
    expect((await one(id)).isDraft).toBe(true);
  });

  test('puts it on sale, into searches, and triggers its alerts', async () => {
    const { id } = await add({ stockCount: 2 });
    await save(id, { ...complete, name: 'Velvetphone', price: 400, version: 1 });
    const waits = { productId: id, email: 'a@shop.test', createdAt: new Date(), priceCents: 40_000 as never };
    await db.insert(productAlerts).values([
      { ...waits, id: 'alr_1', kind: 'price-drop' },
      { ...waits, id: 'alr_2', kind: 'back-in-stock' },
    ]);
    const search = async (query: string) =>
      (await shop('listProducts', { query: { search: query } })).products.map(({ name }) => name);
    expect(await search('velvetphnoe')).toEqual([]);
    expect(await publish(id, { ...complete, name: 'Velvetphone', price: 300, version: 2 })).toMatchObject({
      isDraft: false,
      archivedAt: null,
      version: 3,
    });
    expect(await search('velvetphnoe')).toEqual(['Velvetphone']);
    expect((await lastAudit(id))?.action).toBe('publish product');
    const alerts = await db.select().from(productAlerts);
    expect(alerts.map(({ dueAt }) => dueAt !== null)).toEqual([true, true]);
  });

  test('that somebody else edited or published is rejected with 409', async () => {
    const { id } = await addDraft();
    await save(id, { ...complete, name: 'Pixel 9', version: 1 });
    await expect(publish(id, { ...complete, version: 1 })).rejects.toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { version: 2, isDraft: true },
    });
    await publish(id, { ...complete, version: 2 });
    await expect(save(id, { name: 'Pixel 9', version: 2 })).rejects.toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { version: 3, isDraft: false },
    });
    expect(await onSale()).toEqual(['Pixel 8']);
  });
});

describe('many drafts at once', () => {
  test('publishing rejects incomplete drafts and says what they lack', async () => {
    const [full, empty] = [await addDraft(complete), await addDraft()];
    const rows = await bulk([full.id, empty.id], { kind: 'publish', published: true });
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['changed', ''],
      ['refused', 'Add brand, price, category'],
    ]);
    expect([await onSale(), await names({ draft: 'true' })]).toEqual([['Pixel 8'], ['Pixel 9']]);
    expect((await lastAudit(full.id))?.action).toBe('publish product');
  });

  test('unpublishing is undone, but not after the draft became incomplete', async () => {
    const [kept, emptied] = [await add(), await add()];
    const rows = await bulk([kept.id, emptied.id], { kind: 'publish', published: false });
    expect(await onSale()).toEqual([]);
    const cleared = await save(emptied.id, { name: 'Pixel 8', version: 2 });
    const versions = [2, cleared.version];
    const restored = rows.map(({ id, before }, index) => ({ id, version: versions[index], fields: before }));
    const undone = await office('restoreProducts', { as: 'admin', body: { products: restored } });
    expect(undone.rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['changed', ''],
      ['refused', 'Add brand, price, category'],
    ]);
    expect(await onSale()).toEqual(['Pixel 8']);
  });

  test('a draft cannot be archived or restored past the check, an archived product can become a draft', async () => {
    const draft = await addDraft();
    for (const archived of [true, false])
      expect((await bulk([draft.id], { kind: 'archive', archived }))[0]?.outcome).toBe('refused');
    const fields = { archived: false, isDraft: false };
    const body = { products: [{ id: draft.id, version: 1, fields }] };
    expect((await office('restoreProducts', { as: 'admin', body })).rows[0]?.outcome).toBe('refused');
    const { id } = await add();
    await bulk([id], { kind: 'archive', archived: true });
    await bulk([id], { kind: 'publish', published: false });
    expect(await one(id)).toMatchObject({ isDraft: true, archivedAt: null });
    expect(await names({ archived: 'true' })).toEqual([]);
    expect(await onSale()).toEqual([]);
  });
});

test('the list of drafts filters and searches them, and other lists leave them out', async () => {
  await add({ name: 'On sale' });
  await addDraft({ name: 'Blue % Pixel', category: 'Phones', brand: 'Google', condition: 'fair' });
  const plain = await addDraft({ name: 'Red Pixel' });
  expect(await names()).toEqual(['On sale']);
  expect(await names({ draft: 'true' })).toEqual(['Red Pixel', 'Blue % Pixel']);
  expect(await names({ draft: 'true', search: 'blue %' })).toEqual(['Blue % Pixel']);
  expect(await names({ draft: 'true', search: plain.sku })).toEqual(['Red Pixel']);
  expect(await names({ draft: 'true', brand: 'Google', condition: 'fair' })).toEqual(['Blue % Pixel']);
  expect(await names({ draft: 'true', withoutCategory: 'true' })).toEqual(['Red Pixel']);
  expect(await names({ archived: 'true' })).toEqual([]);
  const { figures } = await office('getProductStats', { as: 'admin' });
  expect(figures).toMatchObject({ total: 1, archived: 0, drafts: 2 });
  expect((await office('listBrands', { as: 'admin' })).brands).toEqual(['Google']);
});
