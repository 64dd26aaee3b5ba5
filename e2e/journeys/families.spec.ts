import type { Page } from '@playwright/test';
import { openBackOffice } from './back-office.ts';
import { addDevice, newName } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { newSerial, scan, scanAgain } from './scanner.ts';
import { heading, notice } from './shopper.ts';

/** Adds a product per storage, each a family of its own; returns the name that they share. */
async function addConfigurations(shop: Shop, storages: string[]) {
  const base = newName();
  const products = [];
  for (const storage of storages) {
    const name = `${base} ${storage}`;
    const modelKey = name.toLowerCase().replaceAll(' ', '-');
    products.push(await addDevice(shop, { name, modelKey }));
  }
  return { base, products };
}

const openFamilies = (page: Page, search: string) =>
  open(page, `/admin/families?${new URLSearchParams({ search })}`);
const familyRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const storagesOf = (page: Page) => page.getByRole('region', { name: 'Storage' }).getByRole('link');

test('families are built from a preview, split, merged and undone', {
  tag: ['@catalog'],
}, async ({ page, shop }) => {
  const { base, products } = await addConfigurations(shop, ['64 GB', '128 GB', '256 GB']);
  const [first] = products;
  await openBackOffice(page);

  await test.step('build what the preview proposes', async () => {
    await open(page, '/admin/families/build');
    for (const choice of await page.getByRole('checkbox', { checked: true }).all()) {
      const label = await choice.evaluate((input) => input.closest('li')?.textContent ?? '');
      if (!label.includes(base)) await choice.uncheck();
    }
    await page.getByRole('button', { name: 'Build 1 family' }).click();
    await expect(notice(page, /configurations moved into families/)).toBeVisible();
    await open(page, `/product/${first?.slug}`);
    await expect(storagesOf(page)).toHaveText([/64 GB/, /128 GB/, /256 GB/]);
  });

  await test.step('undo it, build it again', async () => {
    await open(page, '/admin/families/build');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notice(page, /moved back/)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: base }).first()).toBeVisible();
    await open(page, `/product/${first?.slug}`);
    await expect(storagesOf(page)).toHaveCount(0);
    await openFamilies(page, base);
    await expect(familyRow(page, base)).toHaveCount(3);
  });

  await test.step('merge two by hand, and rename the family', async () => {
    for (const storage of ['64 GB', '128 GB'])
      await familyRow(page, `${base} ${storage}`).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Merge families' }).click();
    await expect(notice(page, '2 families merged')).toBeVisible();
    await expect(familyRow(page, base)).toHaveCount(2);
    await page.getByRole('link', { name: `${base} 64 GB` }).click();
    await page.getByLabel('Name').first().fill(`${base} Pro`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(heading(page, `${base} Pro`)).toBeVisible();
  });

  await test.step('split one off, and undo that', async () => {
    await page.getByRole('checkbox', { name: `${base} 128 GB` }).check();
    await page.getByRole('button', { name: 'Split off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split off configurations' });
    await dialog.getByRole('button', { name: 'Split off' }).click();
    await expect(notice(page, 'Family split')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `${base} 128 GB` })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('checkbox', { name: `${base} 128 GB` })).toBeVisible();
  });
});

test('a new model at the receiving table joins the family that its name belongs to', {
  tag: ['@catalog'],
}, async ({ page, shop }) => {
  const { base } = await addConfigurations(shop, ['64 GB']);
  await openBackOffice(page, '/admin/receive');
  const status = page.getByRole('status').first();
  const serial = newSerial();
  await scan(page, serial);
  await expect(status).toContainText('Which model is it?');
  await page.keyboard.type(`${base} 256 GB`);
  await page.getByRole('button', { name: 'New model' }).click();
  await page.getByLabel('Brand').fill('Acme');
  const family = page.getByLabel('Family');
  await expect(family.getByRole('option', { selected: true })).toHaveText(`${base} 64 GB (1 model)`);
  await page.getByRole('button', { name: 'Use this model' }).click();
  await scanAgain(page, serial);
  await expect(status).toContainText('Received U-');
  await openFamilies(page, base);
  await expect(familyRow(page, base)).toHaveCount(1);
  await page.getByRole('link', { name: base, exact: true }).click();
  await expect(heading(page, base)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: base })).toHaveCount(2);
});
