import { permissionsOf } from '@reprise/contract/permissions';
import { unitActEndpoints } from '@reprise/contract/workshop/units/acts';
import type { UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { ensureGrading } from '../../../catalog/grading/ensure-grading.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { categories } from '../../../catalog/products/products.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { unitChecks, unitGradings, unitTests, unitWipes } from '../bench/bench.tables.ts';
import { unitHandlers } from '../units.routes.ts';
import { unitEvents, units } from '../units.tables.ts';
import { unitActHandlers } from './unit-acts.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const devices = deviceCalls(shop);
const handlers = { ...unitActHandlers(shop.deps), ...unitHandlers(shop.deps) };
const call = callsTo({ ...unitActEndpoints, ...unitEndpoints }, handlers);
const as = 'admin' as const;
await ensureGrading(db, shop.clock.now);
await db
  .insert(categories)
  .values({ id: 'cat_smart', name: 'Smartphones', slug: 'smartphones', description: '', image: '' });

/** Puts so many phones on sale; returns their product and ids. */
async function sell(count: number) {
  const product = await shop.addProduct(count);
  await devices.setTracking(product, 'serial');
  const rows = await db
    .select({ id: units.id, key: units.modelKey })
    .from(units)
    .where(eq(units.productId, product));
  await db
    .update(deviceModels)
    .set({ kind: 'phone' })
    .where(eq(deviceModels.key, rows[0]?.key ?? ''));
  return { product, ids: rows.map(({ id }) => id).sort() };
}

const start = async (action: object) => (await call('startUnitAct', { as, body: action })).act;
const run = async (id: string, ids: string[]) =>
  (await call('runUnitAct', { as, params: { id }, body: { ids } })).outcomes;

/** Does an act in batches of 100, as the back office does. */
async function doAct(action: object, ids: string[]) {
  const act = await start(action);
  const outcomes: UnitOutcome[] = [];
  for (let start = 0; start < ids.length; start += 100) {
    outcomes.push(...((await run(act.id, ids.slice(start, start + 100))) as never as UnitOutcome[]));
  }
  return { ...act, problems: outcomes.filter(({ problem }) => problem !== '') };
}

const wipe = {
  kind: 'wipe',
  category: 'purge',
  method: 'Key erased',
  tool: 'Blancco 7',
  verification: 'tool',
  result: 'passed',
};
const answers = ['account-lock', 'blacklist', 'management'].map((kind) => {
  return { kind, result: 'clear', provider: 'Register' };
});
const eventsOf = (act: string) =>
  db.$count(unitEvents, and(eq(unitEvents.act, act), sql`${unitEvents.kind} <> 'assigned'`));

test('500 devices go over the bench in eight acts, each with a row of its own', {
  tags: ['slow'],
}, async () => {
  const { product, ids } = await sell(500);
  const steps: [action: object, kind: string][] = [
    [{ kind: 'move', to: 'bench', reason: 'Recall' }, 'moved'],
    [{ kind: 'place', place: 'B7' }, 'placed'],
    [{ kind: 'assign', to: 'me' }, 'assigned'],
    [{ kind: 'check', checks: answers }, 'checked'],
    [wipe, 'wiped'],
    [{ kind: 'test', reason: 'Rack 4' }, 'tested'],
    [{ kind: 'grade', code: 'B', reason: 'Looked at in the rack' }, 'graded'],
    [{ kind: 'move', to: 'ready', reason: 'Sealed boxes' }, 'moved'],
  ];
  const numbers = new Set<string>();
  for (const [action, kind] of steps) {
    const { number, problems } = await doAct(action, ids);
    expect([kind, problems]).toEqual([kind, []]);
    const isOfAct = and(eq(unitEvents.act, number), eq(unitEvents.kind, kind as 'moved'));
    expect([kind, await db.$count(unitEvents, isOfAct)]).toEqual([kind, 500]);
    numbers.add(number);
  }
  expect(numbers.size).toBe(steps.length);
  const certificates = await db
    .select({ certificate: unitWipes.certificate, tool: unitWipes.tool })
    .from(unitWipes);
  expect(new Set(certificates.map(({ certificate }) => certificate)).size).toBe(500);
  expect(new Set(certificates.map(({ tool }) => tool))).toEqual(new Set(['Blancco 7']));
  expect(await shop.stockOf(product)).toBe(0);
  await shop.expectIntegrity();
});

test('names each device that an act was not done for, and does the others', async () => {
  const { ids } = await sell(3);
  await doAct({ kind: 'move', to: 'bench' }, ids.slice(1));
  const { number, problems } = await doAct(wipe, [...ids, 'unt_none']);
  expect(problems.map(({ id, problem }) => [id, problem])).toEqual([
    [ids[0], expect.stringContaining('Move it to the bench first')],
    ['unt_none', 'Device not found.'],
  ]);
  expect(await eventsOf(number)).toBe(2);
  const listed = await call('listUnits', { as, query: { act: number } });
  expect(listed.units.map(({ id }) => id).sort()).toEqual(ids.slice(1));
});

test('a repeated call of an act records nothing twice, also two at once', async () => {
  const { ids } = await sell(4);
  await doAct({ kind: 'move', to: 'bench' }, ids);
  for (const [action, table] of [
    [wipe, unitWipes],
    [{ kind: 'check', checks: answers }, unitChecks],
    [{ kind: 'test', reason: 'Rack 4' }, unitTests],
    [{ kind: 'grade', code: 'B', reason: 'Rack 4' }, unitGradings],
  ] as const) {
    const before = await db.$count(table);
    const { id } = await start(action);
    await run(id, ids.slice(0, 2));
    const results = await Promise.all([run(id, ids), run(id, [...ids].reverse())]);
    expect(results.flat().map(({ problem }) => problem)).toEqual(Array(8).fill(''));
    const perDevice = action.kind === 'check' ? answers.length : 1;
    expect((await db.$count(table)) - before).toBe(ids.length * perDevice);
  }
  const moving = await start({ kind: 'move', to: 'quarantine', reason: 'Recall' });
  await run(moving.id, ids.slice(0, 1));
  expect((await run(moving.id, ids)).map(({ problem }) => problem)).toEqual(['', '', '', '']);
});

test('two people who move the same devices at once move each once', async () => {
  const { ids } = await sell(6);
  const acts = await Promise.all([1, 2].map(() => start({ kind: 'move', to: 'bench' })));
  const [one, other] = await Promise.all(
    acts.map(({ id }, index) => run(id, index ? [...ids].reverse() : ids)),
  );
  const moved = [...(one ?? []), ...(other ?? [])].filter(({ problem }) => problem === '');
  expect(moved.map(({ id }) => id).sort()).toEqual(ids);
  await shop.expectIntegrity();
});

test('an erasure of many devices without its tool, and a grade without a reason, are refused', async () => {
  for (const action of [
    { ...wipe, tool: ' ' },
    { ...wipe, method: '' },
    { kind: 'grade', code: 'B', reason: '' },
    { kind: 'test', reason: '' },
    { kind: 'move', to: 'gone' },
  ]) {
    await expect(start(action)).rejects.toThrow();
  }
});

test('a grade is refused where a critical test failed or the battery is too weak for it', async () => {
  const { ids } = await sell(3);
  const [weak = '', , good = ''] = ids;
  await doAct({ kind: 'move', to: 'bench' }, ids);
  await doAct({ kind: 'test', reason: 'Rack 4' }, ids);
  await db.update(units).set({ battery: 40 }).where(eq(units.id, weak));
  const { problems } = await doAct({ kind: 'grade', code: 'A', reason: 'Rack 4' }, [weak, good]);
  expect(problems.map(({ id, problem }) => [id, problem.slice(0, 22)])).toEqual([
    [weak, 'Its battery has 40%, a'],
  ]);
});

test('a blocked check of many devices takes those off the sale whose kind needs it', async () => {
  const { product, ids } = await sell(3);
  const [onBench = ''] = ids;
  await doAct({ kind: 'move', to: 'bench' }, [onBench]);
  const stolen = { kind: 'check', checks: [{ kind: 'blacklist', result: 'blocked' }] };
  const { number, problems } = await doAct(stolen, ids);
  expect(problems).toEqual([]);
  expect(await shop.stockOf(product)).toBe(0);
  const { units: blocked } = await call('listUnits', { as, query: { act: number } });
  expect(blocked.map(({ state }) => state)).toEqual(Array(3).fill('quarantine'));
  await shop.expectIntegrity();
});

test('an act needs the permission of what it does, and belongs to the person who started it', async () => {
  const callerOf = (role: 'packer' | 'technician'): Caller => ({
    userId: `usr_${role}`,
    role: 'admin',
    permissions: permissionsOf([role]),
    name: role,
    email: `${role}@example.com`,
    sessionId: 'ses',
    provedAt: new Date(),
  });
  const { ids } = await sell(1);
  const startAs = (caller: Caller, action: object) =>
    handlers.startUnitAct({ body: action } as never, { caller, idempotencyKey: null } as never);
  for (const [role, action] of [
    ['packer', wipe],
    ['technician', { kind: 'list', product: 'prd_1', reason: '' }],
  ] as const) {
    expect(await problemOf(startAs(callerOf(role), action) as never)).toMatchObject({ code: 'FORBIDDEN' });
  }
  const { act } = await startAs(callerOf('technician'), { ...wipe });
  expect(await problemOf(run(act.id, ids))).toMatchObject({ code: 'NOT_FOUND' });
});
