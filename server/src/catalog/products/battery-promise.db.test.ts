import { deviceKindOf, deviceKinds } from '@reprise/contract/catalog/grading/device-kinds';
import { batteryFloorsOf, type Grade } from '@reprise/contract/catalog/grading/grade-standard';
import { conditions } from '@reprise/contract/catalog/products/conditions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { readFeedItems } from '../feeds/feed-items.queries.ts';
import { ensureGrading } from '../grading/ensure-grading.ts';
import { batteryFloors, gradeStandards } from '../grading/grading.tables.ts';
import { importProducts } from './import-products.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, deps, signIn } = await openTestApp(database);
const token = await signIn();
await ensureGrading(db, deps.now());
for (const name of ['Smartphones', 'Cables'])
  await call('POST', '/categories', { token, body: { name, description: name } });

type Fields = Record<string, unknown>;
const phone = { name: 'Pixel 8', brand: 'Google', category: 'Smartphones', price: 400, stockCount: 3 };
const request = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call(method, path, { token, ...(body && { body }) });
const post = (fields: Fields) => request('POST', '/products', { ...phone, ...fields });
const add = async (fields: Fields) => {
  const { status, body } = await post(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.product;
};
const edit = (id: string, fields: Fields) => request('PUT', `/products/${id}`, { ...phone, ...fields });
const read = async (id: string) => (await call('GET', `/products/${id}`)).body.data;
const readAdmin = async (id: string) => (await request('GET', `/products/admin/one/${id}`)).body.data.product;
const belowGrade = async () =>
  (await request('GET', '/products/admin/all?belowGrade=true')).body.data.products.map(
    ({ id }: { id: string }) => id,
  );

/** Saves a draft of the phones' grades with this battery floor of a condition; returns the edited grading. */
async function draftFloor(condition: string, batteryFloor: number | null) {
  const { published, draftVersion } = (await request('GET', '/grading/phone')).body.data.grading;
  const { surfaces, tests } = published;
  const grades = published.grades.map((grade: Grade) => ({
    ...grade,
    ...(grade.condition === condition && { batteryFloor }),
  }));
  const draft = { surfaces, grades, tests, draftVersion };
  const { body } = await request('PUT', '/grading/phone/draft', draft);
  return body.data.grading;
}

async function publishFloor(condition: string, batteryFloor: number | null): Promise<void> {
  const { draftVersion } = await draftFloor(condition, batteryFloor);
  const answer = await request('POST', '/grading/phone/publish', { draftVersion });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const refused = (status: number, { message, errors }: { message: string; errors: unknown[] }) => [
  status,
  message,
  errors,
];
const tooWeak = (condition: string, floor: number, version = 1) => {
  const message = `“${condition}” promises at least ${floor}% battery health (version ${version} of the grade standard “Phone”). Enter ${floor} or more, or leave the battery health empty.`;
  return [400, message, [{ field: 'batteryHealth', message }]];
};

test('a product below the floor of its grade is refused with a sentence', async () => {
  for (const fields of [{}, { modelKey: 'pixel-8' }]) {
    const { status, body } = await post({ ...fields, condition: 'good', batteryHealth: 79 });
    expect(refused(status, body)).toEqual(tooWeak('Good', 80));
  }
  expect((await add({ condition: 'good', batteryHealth: 80 })).batteryHealth).toBe(80);
  expect((await add({ category: 'Cables', batteryHealth: 40 })).batteryHealth).toBe(40);
});

test('an edit is refused whichever field brings the product below its floor', async () => {
  const { id } = await add({ condition: 'good', batteryHealth: 85 });
  const cable = await add({ category: 'Cables', condition: 'good', batteryHealth: 40 });
  const answers = [
    await edit(id, { batteryHealth: 79 }),
    await edit(id, { condition: 'refurbished' }),
    await edit(cable.id, { category: 'Smartphones' }),
    await edit(cable.id, { category: 'Cables', modelKey: 'pixel-8' }),
  ];
  expect(answers.map(({ status, body }) => refused(status, body)[0])).toEqual([400, 400, 400, 200]);
  expect(refused(answers[1]?.status ?? 0, answers[1]?.body)).toEqual(tooWeak('Certified Refurbished', 90));
  expect((await readAdmin(id)).version).toBe(1);
});

test('bulk edits, their undo and drafts are refused as the form is', async () => {
  const weak = await add({ condition: 'good', batteryHealth: 85 });
  const strong = await add({ condition: 'good', batteryHealth: 95 });
  const change = { kind: 'condition', condition: 'refurbished' };
  const { rows } = (await request('POST', '/products/admin/bulk', { products: [weak.id, strong.id], change }))
    .body.data;
  expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'changed']);
  expect(rows[0]).toMatchObject({ reason: tooWeak('Certified Refurbished', 90)[1], before: {}, after: {} });
  expect([(await read(weak.id)).product.condition, (await read(strong.id)).product.condition]).toEqual([
    'good',
    'refurbished',
  ]);

  await publishFloor('good', 96);
  const restored = { products: [{ id: strong.id, version: 2, fields: { condition: 'good' } }] };
  const undone = (await request('POST', '/products/admin/restore', restored)).body.data.rows;
  expect(undone[0]).toMatchObject({ outcome: 'refused', reason: tooWeak('Good', 96, 2)[1] });
  await publishFloor('good', 80);
  const draft = { name: 'Pixel 8', category: 'Smartphones', condition: 'fair', batteryHealth: 10 };
  expect((await request('POST', '/products/admin/drafts', draft)).status).toBe(400);
});

test('a file with a product below its floor says so in the row', async () => {
  const row = { ...phone, description: 'A phone', sku: 'WEAK1', condition: 'fair', batteryHealth: 71 };
  const [outcome] = await importProducts(deps, [row], { fileName: 'products.json', actorId: null });
  expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ field: 'batteryHealth' }] });
});

test('a product that a new standard leaves below its floor sells without a promise', async () => {
  const offer = { modelKey: 'pixel-9', name: 'Pixel 9', condition: 'excellent', batteryHealth: 86 };
  const { id } = await add(offer);
  const other = await add({ ...offer, batteryHealth: 97 });
  const drafted = await draftFloor('excellent', 95);
  expect(drafted.endedPromises).toEqual({ count: 1, names: ['Pixel 9'] });
  expect((await read(id)).product.batteryHealth).toBe(86);
  await publishFloor('excellent', 95);

  const { product, ladder } = await read(id);
  expect([product.batteryHealth, product.inStock]).toEqual([null, true]);
  expect(new Map(ladder.map((rung: Fields) => [rung.id, rung.batteryHealth]))).toEqual(
    new Map([
      [id, null],
      [other.id, 97],
    ]),
  );
  const list = async (path: string) => (await call('GET', path)).body.data;
  const ids = (products: { id: string }[]) => products.map((one) => one.id);
  expect(ids((await list('/products?battery=80')).products)).toEqual(expect.not.arrayContaining([id]));
  const counted = await list('/product-cards?category=Smartphones&condition=excellent&show=offers');
  expect(counted.facets.options.battery[0]).toEqual({ value: 80, count: 1 });
  expect(await belowGrade()).toEqual([id]);
  expect(await readAdmin(id)).toMatchObject({ batteryHealth: 86, batteryFloor: 95 });

  const items = await readFeedItems(db, undefined, 100);
  const ofFeed = (sku: string) => items.find((item) => item.sku === sku)?.batteryHealth;
  expect([ofFeed(product.sku), ofFeed(other.sku)]).toEqual([null, 97]);

  // It can be edited as it is, and gets its promise back with a battery health that its grade allows.
  const kept = { ...offer, price: 390 };
  expect((await edit(id, kept)).status).toBe(200);
  expect((await edit(id, { ...kept, batteryHealth: 87 })).status).toBe(400);
  expect((await edit(id, { ...kept, batteryHealth: 95 })).body.data.product.batteryHealth).toBe(95);
  expect(await belowGrade()).toEqual([]);
  await publishFloor('excellent', 85);
});

test('a condition of two grades promises the lower floor, and none with one without', async () => {
  const phoneGrades = async (change: (grade: Grade) => Grade[]) => {
    const [newest] = await db
      .select()
      .from(gradeStandards)
      .where(sql`kind = 'watch'`)
      .orderBy(sql`version desc`);
    if (!newest) throw new Error('Watches have no grade standard.');
    const next = { ...newest, id: `std_${newest.version + 1}`, version: newest.version + 1 };
    const grades = newest.grades.flatMap(change);
    await db.insert(gradeStandards).values({ ...next, grades });
    const rows = await db.select().from(batteryFloors).where(sql`kind = 'watch'`);
    expect(Object.fromEntries(rows.map(({ condition, floor }) => [condition, floor]))).toEqual(
      batteryFloorsOf(grades),
    );
    return batteryFloorsOf(grades);
  };
  const twice = (floor: number | null) => (grade: Grade) =>
    grade.code === 'B' ? [grade, { ...grade, code: 'B2', batteryFloor: floor }] : [grade];
  expect((await phoneGrades(twice(70))).good).toBe(70);
  expect(
    (await phoneGrades(({ code, ...grade }) => [{ ...grade, code, isRetired: code === 'B2' }])).good,
  ).toBe(80);
  expect(
    (
      await phoneGrades((grade) => [
        { ...grade, isRetired: false, ...(grade.code === 'B2' && { batteryFloor: null }) },
      ])
    ).good,
  ).toBeUndefined();
});

test('the database reads the kind of a category as the contract does', async () => {
  const names = [
    'Headphones',
    'Smart Watches',
    'Mobile',
    'iPads',
    'E-readers',
    'eReader',
    'Used PCs',
    'Epcs',
    'PC',
    'Xbox',
    'Cables',
    'TELEPHONES',
    ...deviceKinds,
  ];
  const { rows } = await db.execute<{ kind: string }>(
    sql`select device_kind_of(name) as kind from json_array_elements_text(${JSON.stringify(names)}::json) name`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(names.map(deviceKindOf));
  expect(conditions).toHaveLength(4);
});

test('no order of publishing a standard and saving a product leaves a promise below the floor', async () => {
  const { id } = await add({ modelKey: 'pixel-7', condition: 'fair', batteryHealth: 85 });
  for (const floor of [90, 80, 88, 70, 99]) {
    const { draftVersion } = await draftFloor('fair', floor);
    const publish = () => request('POST', '/grading/phone/publish', { draftVersion });
    const save = (batteryHealth: number) =>
      edit(id, { modelKey: 'pixel-7', condition: 'fair', batteryHealth });
    const [, ...saved] = await Promise.all([publish(), save(85), save(91), save(72)]);
    expect(saved.every(({ status }) => status === 200 || status === 400)).toBe(true);
    const { batteryHealth } = (await read(id)).product;
    expect(batteryHealth === null || batteryHealth >= floor, `${batteryHealth} of ${floor}`).toBe(true);
    const { batteryHealth: stated } = await readAdmin(id);
    expect((await belowGrade()).includes(id)).toBe(stated < floor);
  }
  await publishFloor('fair', 80);
});
