import { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { ensureGrading } from '../../../catalog/grading/ensure-grading.ts';
import { categories } from '../../../catalog/products/products.tables.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { unitHandlers } from '../units.routes.ts';
import { benchHandlers } from './bench.routes.ts';
import { unitWipes, verifiedWipes } from './bench.tables.ts';
import { recordWipes } from './record-wipes.ts';
import { verifyWipe } from './verify-wipe.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps } = await openOrderShop(database);
const bench = callsTo(benchEndpoints, benchHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const as = 'admin' as const;
await ensureGrading(db, deps.now());
await db
  .insert(categories)
  .values({ id: newId('cat'), name: 'Tablets', slug: 'tablets', description: '', image: '' });

const usual = {
  category: 'purge',
  method: 'Reset',
  tool: '',
  verification: 'tool',
  result: 'passed',
} as const;

test('with the setting an erasure counts once another person has verified it', async () => {
  await db.update(storeSettings).set({ verifyWipes: true });
  const model = { new: { name: 'iPad Air', brand: 'Apple', category: 'tablets' } };
  const { id } = (await register('receiveUnit', { as, body: { model, identifiers: [] } })).unit;
  const read = async () => (await register('getUnit', { as, params: { id } })).unit;
  const erase = async () => {
    await recordWipes(deps, { ...usual, ids: [id] }, 'usr_eraser');
    return { certificate: (await read()).wipeToVerify?.certificate ?? '' };
  };
  const older = await erase();
  expect((await read()).progress.wiped).toBe(false);
  const [outcome] = (await register('moveUnits', { as, body: { ids: [id], to: 'ready' } })).outcomes;
  expect(outcome?.problem).toContain('Have another person verify its erasure.');
  await expect(verifyWipe(deps, id, older, 'usr_eraser')).rejects.toThrow('You erased it.');
  const [own] = await db.select().from(unitWipes).where(eq(unitWipes.certificate, older.certificate));
  const forged = { wipeId: own?.id ?? '', actorId: 'usr_eraser', createdAt: deps.now() };
  await expect(db.insert(verifiedWipes).values(forged)).rejects.toThrow();
  const newer = await erase();
  await expect(verifyWipe(deps, id, older, 'usr_other')).rejects.toThrow('waits for nobody');
  await verifyWipe(deps, id, newer, 'usr_other');
  expect(await read()).toMatchObject({ wipeToVerify: null, progress: { wiped: true } });
  const { wipes } = (await bench('getUnitBench', { as, params: { id } })).bench;
  expect(wipes.map(({ verified }) => verified !== null)).toEqual([true, false]);
  await db.update(storeSettings).set({ verifyWipes: false });
});
