import { readFile } from 'node:fs/promises';
import { addDevice } from './goods.ts';
import { expect, open, test } from './journey.ts';
import { addToCart, buyWhatIsInTheCart, heading, newPerson, register, signIn } from './shopper.ts';

test('a customer signs another device out, at once', async ({ page, newVisitor, tolerate }) => {
  tolerate(/status of 401/);
  const person = newPerson();
  await register(page, person);
  const other = await newVisitor();
  await signIn(other, person);
  await open(other, '/profile');

  await open(page, '/profile');
  await expect(page.getByText('This device')).toHaveCount(1);
  await page.getByRole('button', { name: /^Sign out .* on / }).click();
  await expect(page.getByText('is signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out .* on / })).toHaveCount(0);

  await other.getByRole('button', { name: 'Export my data' }).click();
  await expect(heading(other, 'Sign in')).toBeVisible();
});

test('a customer takes their data along and leaves', async ({ page, shop, tolerate }) => {
  tolerate(/profile\/delete.*status of 400/);
  tolerate(/api\/auth\/login.*status of 401/);
  const person = newPerson();
  await register(page, person);
  await addToCart(page, await addDevice(shop));
  const number = await buyWhatIsInTheCart(page, person);

  await open(page, '/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    profile: { email: person.email },
    orders: [{ orderNumber: number, total: 216 }],
  });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await expect(dialog).toContainText('for the books');
  await dialog.getByLabel('Password').fill('not mine');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toContainText('This is not your password');
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

  await open(page, '/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
});
