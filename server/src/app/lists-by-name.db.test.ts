import { expect, test } from 'vitest';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';

const { call, signIn, register } = await openTestApp(await openTestDatabase());
const token = await signIn();

/** In the order of Unicode: bytes would put “Zebra” before “apple”, and “äpfel” and “Éclair” last. */
const sorted = ['äpfel', 'apple', 'banana', 'Éclair', 'Zebra', 'Телефон', 'カメラ'];
const added = sorted.toSorted();

async function namesOf(path: string, list: string): Promise<string[]> {
  const { status, body } = await call('GET', path, { token });
  expect(status, path).toBe(200);
  return body.data[list]
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => sorted.includes(name));
}

test('every list by name sorts in the order of Unicode', async () => {
  expect(added).not.toEqual(sorted);
  const category = { name: 'Fruit', description: 'Sorted' };
  expect((await call('POST', '/categories', { token, body: category })).status).toBe(201);
  for (const name of added) {
    const product = { name, brand: 'Acme', price: 10, category: 'Fruit', modelKey: `model-${name}` };
    expect((await call('POST', '/products', { token, body: product })).status, name).toBe(201);
    expect((await call('POST', '/suppliers', { token, body: { name, kind: 'company' } })).status, name).toBe(
      201,
    );
    await register(name);
  }
  for (const [path, list] of [
    ['/products?sort=name', 'products'],
    ['/product-cards?sort=name', 'products'],
    ['/products?sort=name&category=Fruit', 'products'],
    ['/products?sort=name&brand=Acme', 'products'],
    ['/products/admin/all?sort=name', 'products'],
    ['/families', 'families'],
    ['/suppliers', 'suppliers'],
    ['/users/users?sort=name', 'users'],
  ] as const)
    expect(await namesOf(path, list), path).toEqual(sorted);
  const reversed = sorted.toReversed();
  expect(await namesOf('/products/admin/all?sort=name-desc', 'products')).toEqual(reversed);
  expect(await namesOf('/users/users?sort=name-desc', 'users')).toEqual(reversed);
});
