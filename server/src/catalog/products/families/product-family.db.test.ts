import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { findBrokenInvariants } from '../../../operations/integrity/check-invariants.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { products } from '../products.tables.ts';
import { addFamily } from './add-family.ts';
import { ensureConfigurations, familyIdOf } from './ensure-configurations.ts';
import { deviceModels, productFamilies } from './families.tables.ts';

const database = await openTestDatabase();
const { call, deps, signIn } = await openTestApp(database);
const token = await signIn();

const asAdmin = async (method: string, path: string, body?: object) => {
  const response = await call(method, path, { token, ...(body && { body }) });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body.data;
};
const add = async (fields: object): Promise<{ id: string; slug: string }> =>
  (await asAdmin('POST', '/products', { ...phone, ...fields })).product;
const phone = { name: 'Phone', price: 300, brand: 'Acme', category: 'Phones', stockCount: 9 };
const pageOf = async (reference: string) => (await call('GET', `/products/${reference}`)).body.data;
const familyOf = async (id: string) => {
  const [row] = await deps.db.select().from(products).where(eq(products.id, id));
  return row?.familyId;
};

const [small, large] = ['phone-128', 'phone-256'];
beforeAll(async () => {
  await asAdmin('POST', '/categories', { name: 'Phones', description: 'For a test' });
  const configurations = [
    { key: large, name: 'Phone 256 GB', options: { storage: '256 GB' } },
    { key: small, name: 'Phone 128 GB', options: { storage: '128 GB' } },
  ];
  const family = { slug: 'acme-phone', name: 'Phone', brand: 'Acme', categoryId: null, configurations };
  await inTransaction(deps.db, (tx) => addFamily(tx, family, new Date()));
});

test('a product page has its family, in order, with the offers on sale of each configuration', async () => {
  const good = await add({ modelKey: small, stockCount: 0, price: 100 });
  const fair = await add({ modelKey: small, condition: 'fair', price: 200 });
  const archived = await add({ modelKey: small, condition: 'excellent' });
  await asAdmin('POST', '/products/admin/bulk', {
    products: [archived.id],
    change: { kind: 'archive', archived: true },
  });
  const { family } = await pageOf(good.id);
  expect(family).toMatchObject({ slug: 'acme-phone', name: 'Phone' });
  expect(family.configurations).toMatchObject([
    {
      modelKey: small,
      options: { storage: '128 GB' },
      offers: [
        { id: fair.id, condition: 'fair', price: 200, inStock: true },
        { id: good.id, condition: 'good', price: 100, inStock: false },
      ],
    },
  ]);
  const bigger = await add({ modelKey: large });
  expect(
    (await pageOf(good.id)).family.configurations.map(({ modelKey }: { modelKey: string }) => modelKey),
  ).toEqual([large, small]);

  expect((await pageOf('acme-phone')).product.id, 'the cheapest in stock').toBe(fair.id);
  await asAdmin('DELETE', `/products/${fair.id}`);
  await asAdmin('DELETE', `/products/${bigger.id}`);
  expect((await pageOf('acme-phone')).product.id, 'the cheapest of those out of stock').toBe(good.id);
});

test('every write of a model key has its configuration in a family, others are a family of one', async () => {
  const alone = await add({});
  expect(await familyOf(alone.id)).toBe(alone.id);
  expect((await pageOf(alone.id)).family).toBeNull();
  const added = await add({ modelKey: 'new key' });
  expect(await familyOf(added.id)).toBe(familyIdOf('new key'));
  await asAdmin('PUT', `/products/${alone.id}`, { ...phone, modelKey: small });
  expect((await pageOf(alone.id)).family.slug).toBe('acme-phone');
  const sibling = await add({ siblingOf: (await add({ name: 'Other phone' })).id, condition: 'fair' });
  const { family, product } = await pageOf(sibling.id);
  expect(family.configurations).toMatchObject([{ modelKey: product.modelKey, offers: [{}, {}] }]);
  expect(await findBrokenInvariants(deps.db)).toEqual([]);
});

test('concurrent writes of one new model key add one family, also if its slug is taken', async () => {
  const configuration = {
    key: 'Acme Phone',
    name: 'Phone',
    brand: 'Acme',
    categoryId: null,
    createdAt: new Date(),
  };
  const ensure = () =>
    inTransaction(deps.db, (tx) => ensureConfigurations(tx, [configuration, configuration]));
  await Promise.all([ensure(), ensure()]);
  const rows = await deps.db
    .select({ slug: productFamilies.slug })
    .from(deviceModels)
    .innerJoin(productFamilies, eq(productFamilies.id, deviceModels.familyId))
    .where(eq(deviceModels.key, configuration.key));
  expect(rows).toEqual([{ slug: expect.stringMatching(/^acme-phone-[0-9a-f]{8}$/) }]);
});
