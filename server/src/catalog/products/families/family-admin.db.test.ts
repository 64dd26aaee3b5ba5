import { type AdminFamily, familyAdminEndpoints } from '@reprise/contract/catalog/products/family-admin';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { shortages } from '../../../sales/orders/shortages/mark-short.ts';
import { carrierGates } from '../../../workshop/units/bench/reopen-carrier-gates.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { catalogHandlers } from '../products.routes.ts';
import { categories, products } from '../products.tables.ts';
import { postgresSearch } from '../search/search-engine.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import { familyAdminHandlers } from './family-admin.routes.ts';
import { familyChanges } from './family-changes.tables.ts';
import { findLeadOffer } from './product-family.queries.ts';

const database = await openTestDatabase();
const { db } = database;
let seconds = 0;
const deps = {
  db,
  now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
  alerts: alertTriggers,
  devices: deviceCounts,
  search: postgresSearch,
};
const shop = callsTo(catalogEndpoints, catalogHandlers(deps));
const jobs = await startJobs({ database, handlers: [], log: createLog('silent'), work: false });
const gates = carrierGates({ ...deps, jobs, shortages });
const office = callsTo(familyAdminEndpoints, familyAdminHandlers({ ...deps, gates }));

beforeEach(async () => {
  for (const table of [products, deviceModels, productFamilies, familyChanges, categories])
    await db.delete(table);
  await shop('createCategory', { as: 'admin', body: { name: 'Phones', description: 'Phones' } });
});

const add = async (name: string, fields: Record<string, unknown> = {}) => {
  const modelKey = name.toLowerCase().replaceAll(' ', '-');
  const body = { name, brand: 'Google', category: 'Phones', price: 400, stockCount: 3, modelKey, ...fields };
  return (await shop('createProduct', { as: 'admin', body })).product;
};
const list = async (query: Record<string, string> = {}) =>
  (await office('listFamilies', { as: 'admin', query })).families;
const familyNamed = async (name: string): Promise<AdminFamily> => {
  const [found] = await list({ search: name });
  const { family } = await office('getFamily', { as: 'admin', params: { id: found?.id ?? '' } });
  return family as unknown as AdminFamily;
};
const merge = (families: string[], into: string) =>
  office('mergeFamilies', { as: 'admin', body: { families, into } });
const undo = (id: string) => office('undoFamilyChange', { as: 'admin', params: { id } });
const propose = () => office('proposeFamilies', { as: 'admin' });
const keysOf = ({ configurations }: AdminFamily) => configurations.map(({ modelKey }) => modelKey);
const familyOf = async (id: string) =>
  (await db.select({ familyId: products.familyId }).from(products).where(eq(products.id, id)))[0]?.familyId;

describe('dry run', () => {
  test('proposes one family for models that differ in storage, memory and color only', async () => {
    await add('Pixel 8 128 GB Obsidian');
    await add('Pixel 8 256GB (Hazel)', { specifications: { Storage: '256 GB', Color: 'Hazel' } });
    await add('Pixel 8 Pro 128 GB Obsidian');
    const { proposals } = await propose();
    expect(proposals).toMatchObject([
      {
        name: 'Pixel 8',
        familyCount: 2,
        configurations: [
          { options: { storage: '128 GB', color: 'Obsidian' } },
          { options: { storage: '256 GB', color: 'Hazel' } },
        ],
      },
    ]);
    expect((await list()).map(({ configurationCount }) => configurationCount)).toEqual([1, 1, 1]);
  });

  test('applying and undoing it restores families, names and options', async () => {
    const small = await add('Pixel 8 128 GB');
    await add('Pixel 8 256 GB');
    const before = await db.select().from(deviceModels).orderBy(deviceModels.key);
    const familyBefore = await familyOf(small.id);
    const [proposal] = (await propose()).proposals;
    const { change } = await office('buildFamilies', { as: 'admin', body: { proposals: [proposal?.id] } });
    const built = await familyNamed('Pixel 8');
    expect(built).toMatchObject({ name: 'Pixel 8', configurationCount: 2, offerCount: 2 });
    expect(built.configurations.map(({ options }) => options)).toEqual([
      { storage: '128 GB' },
      { storage: '256 GB' },
    ]);
    expect(await propose()).toMatchObject({ proposals: [], lastChange: { id: change.id, kind: 'build' } });

    expect(await undo(change.id)).toEqual({ restored: 1, skipped: 0 });
    const restored = await db.select().from(deviceModels).orderBy(deviceModels.key);
    expect(restored.map(({ updatedAt: _, ...row }) => row)).toEqual(
      before.map(({ updatedAt: _, ...row }) => row),
    );
    expect(await familyOf(small.id)).toBe(familyBefore);
    expect((await list()).map(({ name }) => name)).toEqual(['Pixel 8 128 GB', 'Pixel 8 256 GB']);
    await expect(undo(change.id)).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
  });

  test('an outdated proposal is rejected', async () => {
    await add('Pixel 8 128 GB');
    await add('Pixel 8 256 GB');
    const [proposal] = (await propose()).proposals;
    await add('Pixel 8 512 GB');
    const build = office('buildFamilies', { as: 'admin', body: { proposals: [proposal?.id] } });
    await expect(build).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
  });
});

describe('merge and split', () => {
  test('a merge moves products, and the address of the merged family leads to the other', async () => {
    await add('Pixel 8');
    const moved = await add('Pixel Eight', { price: 300 });
    const [pixel, eight] = [await familyNamed('Pixel 8'), await familyNamed('Pixel Eight')];
    const { change } = await merge([pixel.id, eight.id], pixel.id);
    const merged = await familyNamed('Pixel 8');
    expect(keysOf(merged)).toEqual(['pixel-8', 'pixel-eight']);
    expect(merged.configurations[1]?.offers.map(({ id }) => id)).toEqual([moved.id]);
    expect(await familyOf(moved.id)).toBe(pixel.id);
    expect(await findLeadOffer(db, eight.slug)).toBe(moved.id);
    await expect(merge([pixel.id, eight.id], eight.id)).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
    await undo(change.id);
    expect(await familyOf(moved.id)).toBe(eight.id);
    expect(await findLeadOffer(db, pixel.slug)).not.toBe(moved.id);
  });

  test('an undo leaves configurations that were moved later', async () => {
    for (const name of ['Pixel 6', 'Pixel 7', 'Pixel 8']) await add(name);
    const [six, seven, eight] = [
      await familyNamed('Pixel 6'),
      await familyNamed('Pixel 7'),
      await familyNamed('Pixel 8'),
    ];
    const { change } = await merge([six.id, seven.id, eight.id], six.id);
    const body = { modelKeys: ['pixel-7'], name: 'Pixel Seven' };
    await office('splitFamily', { as: 'admin', params: { id: six.id }, body });
    expect(await undo(change.id)).toEqual({ restored: 1, skipped: 1 });
    expect(keysOf(await familyNamed('Pixel Seven'))).toEqual(['pixel-7']);
  });

  test('a split leaves at least one configuration', async () => {
    await add('Pixel 8');
    const { id } = await familyNamed('Pixel 8');
    const body = { modelKeys: ['pixel-8'], name: 'Pixel' };
    const split = office('splitFamily', { as: 'admin', params: { id }, body });
    await expect(split).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await list()).map(({ name }) => name)).toEqual(['Pixel 8']);
  });
});

describe('edit of a family', () => {
  const edit = (family: AdminFamily, fields: Record<string, unknown>) =>
    office('updateFamily', {
      as: 'admin',
      params: { id: family.id },
      body: { ...inputOf(family), ...fields },
    });
  const inputOf = ({ name, images, imageAlts, specifications, configurations, version }: AdminFamily) => ({
    name,
    images,
    imageAlts,
    specifications,
    configurations: configurations.map(({ modelKey, options }) => ({ modelKey, options })),
    version,
  });

  test('writes images and specifications to all products, and takes only its own back', async () => {
    const own = { images: ['/own.webp'], specifications: { Storage: '128 GB', Display: '6 inch' } };
    const { id } = await add('Pixel 8', own);
    const second = await add('Pixel 8', { condition: 'fair' });
    const read = async () => (await shop('getProduct', { params: { id } })).product;
    await edit(await familyNamed('Pixel 8'), {
      images: ['/shared.webp'],
      imageAlts: ['Back'],
      specifications: { Display: '6.2 inch OLED', Camera: '50 MP' },
    });
    expect(await read()).toMatchObject({
      images: ['/own.webp', '/shared.webp'],
      imageAlts: ['', 'Back'],
      specifications: { Storage: '128 GB', Display: '6.2 inch OLED', Camera: '50 MP' },
    });
    const other = (await shop('getProduct', { params: { id: second.id } })).product;
    expect(other).toMatchObject({ images: ['/shared.webp'], specifications: { Camera: '50 MP' } });
    await edit(await familyNamed('Pixel 8'), { images: [], imageAlts: [], specifications: {} });
    expect(await read()).toMatchObject({ images: ['/own.webp'], specifications: { Storage: '128 GB' } });
  });

  test('a product that joins later gets images and specifications of its family', async () => {
    await add('Pixel 8');
    await edit(await familyNamed('Pixel 8'), {
      images: ['/shared.webp'],
      specifications: { Camera: '50 MP' },
    });
    const added = await add('Pixel 8', { condition: 'fair', specifications: { Storage: '128 GB' } });
    expect(added).toMatchObject({
      images: ['/shared.webp'],
      specifications: { Storage: '128 GB', Camera: '50 MP' },
    });
  });

  test('an edit of an outdated version is rejected, and edits are audited', async () => {
    // The id of a family follows from its model key, and entries of earlier tests stay.
    await add('Pixel Audited');
    const family = await familyNamed('Pixel Audited');
    await edit(family, { name: 'Pixel Eight' });
    await expect(edit(family, { name: 'Pixel' })).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
    const entries = await db
      .select({ action: auditEntries.action, actorId: auditEntries.actorId, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.subject, `family ${family.id}`));
    expect(entries).toEqual([
      { action: 'edit family', actorId: 'usr_admin', after: { name: 'Pixel Eight' } },
    ]);
  });
});

test('customers and guests see no families', async () => {
  await expect(office('listFamilies', { as: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(office('listFamilies')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
