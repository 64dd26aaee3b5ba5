import type { ReturnPoliciesInput } from '@reprise/contract/catalog/return-policies';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const { call, signIn } = await openTestApp(await openTestDatabase());
const token = await signIn();
const phones = await addCategory('Phones');

async function addCategory(name: string): Promise<string> {
  const added = await call('POST', '/categories', { token, body: { name, description: 'For a test' } });
  return added.body.data.category.id;
}

const general = { changeOfMind: true, labelBy: 'store', restockingPercent: 0 } as const;
const save = (body: Partial<ReturnPoliciesInput>) =>
  call('PUT', '/return-policies', { token, body: { version: 0, general, categories: [], ...body } });
const read = async () => (await call('GET', '/return-policies')).body.data;

test('policies are the days of the settings until they are saved, then general and by category', async () => {
  expect(await read()).toMatchObject({
    policies: { general: { days: 30, changeOfMind: true }, categories: [], savedAt: null },
    version: 0,
  });
  const exception = {
    categoryId: phones,
    days: 14,
    changeOfMind: true,
    labelBy: 'customer',
    restockingPercent: 10,
  } as const;
  const saved = await save({ categories: [exception] });
  expect(saved.status, saved.text).toBe(200);
  expect(await read()).toEqual({
    policies: {
      general: { days: 30, ...general },
      categories: [{ ...exception, category: 'Phones' }],
      savedAt: expect.any(String),
    },
    version: 1,
  });
  expect((await call('GET', '/settings/public')).body.data.settings.returnsVary).toBe(true);

  const late = await save({ categories: [] });
  expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT']);
  expect((await read()).version).toBe(1);

  await call('PUT', `/categories/${phones}`, {
    token,
    body: { name: 'Telephones', description: 'For a test' },
  });
  expect((await read()).policies.categories[0].category).toBe('Telephones');
  await call('DELETE', `/categories/${phones}`, { token });
  expect((await read()).policies.categories).toEqual([]);
});

test('days alone say too little of returns where only defects are taken back', async () => {
  const { version } = await read();
  const saved = await save({ version, general: { ...general, changeOfMind: false } });
  expect(saved.status, saved.text).toBe(200);
  expect((await call('GET', '/settings/public')).body.data.settings.returnsVary).toBe(true);
  await save({ version: version + 1 });
  expect((await call('GET', '/settings/public')).body.data.settings.returnsVary).toBe(false);
});

test.each([
  ['a category that does not exist', { categories: [{ categoryId: 'cat_none', days: 1, ...general }] }, 404],
  ['an unknown field', { genral: general }, 400],
  ['more than half of the price', { general: { ...general, restockingPercent: 51 } }, 400],
  ['days below zero', { categories: [{ categoryId: 'x', days: -1, ...general }] }, 400],
  [
    'a category twice',
    { categories: ['x', 'x'].map((categoryId) => ({ categoryId, days: 1, ...general })) },
    400,
  ],
])('policies refuse %s', async (_case, body, status) => {
  const { version } = await read();
  const refused = await save({ version, ...body } as Partial<ReturnPoliciesInput>);
  expect(refused.status, refused.text).toBe(status);
  expect((await read()).version).toBe(version);
});
