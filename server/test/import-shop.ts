import { bulkChangeEndpoints } from '@reprise/contract/catalog/products/bulk-changes';
import { draftEndpoints } from '@reprise/contract/catalog/products/drafts';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { catalogAdminEndpoints } from '@reprise/contract/catalog/products/products-admin';
import { importEndpoints } from '@reprise/contract/moving-in/imports';
import { type PresetShop, shopExportEndpoints } from '@reprise/contract/moving-in/shop-export';
import { asc } from 'drizzle-orm';
import { alertTriggers } from '../src/catalog/alerts/trigger-alerts.ts';
import { deviceModels, productFamilies } from '../src/catalog/products/families/families.tables.ts';
import { familyChanges } from '../src/catalog/products/families/family-changes.tables.ts';
import { catalogHandlers } from '../src/catalog/products/products.routes.ts';
import { categories, products } from '../src/catalog/products/products.tables.ts';
import { catalogAdminHandlers } from '../src/catalog/products/products-admin.routes.ts';
import { postgresSearch } from '../src/catalog/products/search/search-engine.ts';
import { importHandlers, importJobs } from '../src/moving-in/imports/imports.routes.ts';
import { productImports } from '../src/moving-in/imports/imports.tables.ts';
import { defaultPresets } from '../src/moving-in/imports/other-shops/default-presets.ts';
import { exportPresets } from '../src/moving-in/imports/other-shops/other-shops.tables.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { deviceCounts } from '../src/workshop/units/count-devices.ts';
import { callsTo } from './call-endpoints.ts';
import { openTestDatabase } from './test-database.ts';

type File = { name?: string; ask?: 'true' | 'false' };

/** Opens a shop whose product files are checked and imported at once. */
export async function openImportShop({ now = () => new Date() } = {}) {
  const database = await openTestDatabase();
  const { db } = database;
  const deps = { db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch };
  const jobs = await startJobs({
    database,
    handlers: importJobs(deps),
    log: createLog('silent'),
    work: false,
  });
  const catalog = callsTo(catalogEndpoints, catalogHandlers(deps));
  const office = callsTo(
    { ...catalogAdminEndpoints, ...bulkChangeEndpoints, ...draftEndpoints },
    catalogAdminHandlers(deps),
  );
  const call = callsTo({ ...importEndpoints, ...shopExportEndpoints }, importHandlers({ db, now, jobs }));
  const send = async (text: string | Buffer, { name = 'stock.csv', ask = 'false' }: File = {}) =>
    (await call('startImport', { as: 'admin', query: { ask }, files: [{ name, bytes: Buffer.from(text) }] }))
      .import;
  const read = async (id: string) => (await call('getImport', { as: 'admin', params: { id } })).import;
  const rowsOf = async (id: string, query = {}) =>
    (await call('listImportRows', { as: 'admin', params: { id }, query: { limit: '100', ...query } })).rows;
  const check = async (text: string | Buffer, file: File = {}) => {
    const { id, unreadColumns } = await send(text, file);
    await jobs.workUntilIdle();
    return { id, unreadColumns, rows: await rowsOf(id) };
  };
  const importAll = async (text: string | Buffer, file: File = {}, body = {}) => {
    const checked = await check(text, file);
    await call('applyImport', { as: 'admin', params: { id: checked.id }, body });
    await jobs.workUntilIdle();
    return { ...checked, rows: await rowsOf(checked.id), import: await read(checked.id) };
  };
  return {
    ...{ database, db, deps, jobs, catalog, office, call, send, read, rowsOf, check, importAll },
    products: () => db.select().from(products).orderBy(asc(products.sku)),
    /** Returns the product file of the shop. */
    exportFile: async (query = {}) => {
      let file = '';
      for await (const piece of (await call('exportProducts', { as: 'admin', query })).pieces) file += piece;
      return file;
    },
    /** Answers the questions of a shop's files; images stay where they are, since their servers are not in a test. */
    answer: (shop: PresetShop, answers: object = {}) => {
      const { shop: _, ...preset } = defaultPresets[shop];
      const body = { ...preset, copyImages: false, ...answers };
      return call('saveExportPreset', { as: 'admin', params: { shop }, body });
    },
    /** Removes imports, products and categories, and adds categories of these names. */
    restart: async (...names: string[]) => {
      await db.delete(productImports);
      await db.delete(exportPresets);
      await db.delete(products);
      await db.delete(deviceModels);
      await db.delete(familyChanges);
      await db.delete(productFamilies);
      await db.delete(categories);
      for (const name of names)
        await catalog('createCategory', { as: 'admin', body: { name, description: name } });
    },
  };
}
