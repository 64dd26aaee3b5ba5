import { familyAdminEndpoints } from '@reprise/contract/catalog/products/family-admin';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { eq, ne } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { shortages } from '../../../sales/orders/shortages/mark-short.ts';
import { carrierGates } from '../../../workshop/units/bench/reopen-carrier-gates.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { catalogHandlers } from '../products.routes.ts';
import { products } from '../products.tables.ts';
import { postgresSearch } from '../search/search-engine.ts';
import { deviceModels } from './families.tables.ts';
import { familyAdminHandlers } from './family-admin.routes.ts';

// Races that need several database connections.

const database = await openTestDatabase();
const { db } = database;
const deps = {
  db,
  now: () => new Date(),
  alerts: alertTriggers,
  devices: deviceCounts,
  search: postgresSearch,
};
const shop = callsTo(catalogEndpoints, catalogHandlers(deps));
const jobs = await startJobs({ database, handlers: [], log: createLog('silent'), work: false });
const gates = carrierGates({ ...deps, jobs, shortages });
const office = callsTo(familyAdminEndpoints, familyAdminHandlers({ ...deps, gates }));

beforeAll(async () => {
  await shop('createCategory', { as: 'admin', body: { name: 'Phones', description: 'Phones' } });
});

const add = async (modelKey: string) => {
  const body = { name: modelKey, brand: 'Google', category: 'Phones', price: 400, modelKey };
  return (await shop('createProduct', { as: 'admin', body })).product.id;
};
const familyOf = async (modelKey: string) =>
  (await db.select({ id: deviceModels.familyId }).from(deviceModels).where(eq(deviceModels.key, modelKey)))[0]
    ?.id ?? '';
const merge = (families: string[], into: string) =>
  office('mergeFamilies', { as: 'admin', body: { families, into } });
const outcomesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes
    .map((outcome) => (outcome.status === 'fulfilled' ? 'done' : (outcome.reason.code ?? outcome.reason)))
    .sort();

test('products that are added during a merge belong to the merged family', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const [from, into] = [`pixel-${round}`, `pixel-${round}-blue`];
    await Promise.all([add(from), add(into)]);
    const [fromId, intoId] = [await familyOf(from), await familyOf(into)];
    const outcomes = await Promise.allSettled([
      add(from),
      merge([fromId, intoId], intoId),
      add(from),
      add(into),
    ]);
    expect(outcomesOf(outcomes)).toEqual(['done', 'done', 'done', 'done']);
    const strays = await db
      .select({ modelKey: products.modelKey })
      .from(products)
      .innerJoin(deviceModels, eq(deviceModels.key, products.modelKey))
      .where(ne(products.familyId, deviceModels.familyId));
    expect(strays).toEqual([]);
    expect(await familyOf(from)).toBe(intoId);
  }
});

test('of two merges of one family at once, one is rejected', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const keys = ['a', 'b', 'c'].map((letter) => `phone-${round}-${letter}`);
    await Promise.all(keys.map(add));
    const [a = '', b = '', c = ''] = await Promise.all(keys.map(familyOf));
    const outcomes = await Promise.allSettled([merge([a, b], b), merge([a, c], c)]);
    expect(outcomesOf(outcomes)).toEqual(['EDIT_CONFLICT', 'done']);
    const families = await Promise.all(keys.map(familyOf));
    expect(families.slice(1)).toEqual([b, c]);
    expect([b, c]).toContain(families[0]);
  }
});
