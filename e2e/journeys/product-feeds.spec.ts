import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openBackOffice } from './back-office.ts';
import { expect, open, test } from './journey.ts';
import { heading } from './shopper.ts';

const cardOf = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });

test('the owner switches a product feed on, a service fetches it, and it ends', {
  tag: ['@settings'],
}, async ({ page, shop }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('link', { name: 'Product feeds' }).click();
  await expect(heading(page, 'Product feeds')).toBeVisible();
  await page.getByRole('button', { name: 'Switch on the feed for Meta Commerce Manager' }).click();
  await expect(cardOf(page, 'Meta Commerce Manager').getByRole('status')).toContainText(
    /\d products? · made on /,
  );
  const address = `${shop.url}/feeds/meta.xml.gz`;
  await expect(page.getByText('/feeds/meta.xml.gz')).toBeVisible();
  const file = await fetch(address);
  const xml = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  expect(xml).toMatch(/<g:link>\S+\/product\/iphone-13-\S+<\/g:link>/);
  await page.getByRole('button', { name: 'Switch off the feed for Meta Commerce Manager' }).click();
  await expect(
    page.getByRole('button', { name: 'Switch on the feed for Meta Commerce Manager' }),
  ).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});

test('a feed names the barcode that staff entered for a configuration', {
  tag: ['@settings'],
}, async ({ page, shop }) => {
  await openBackOffice(page, '/admin/families?search=iphone+13');
  await page.getByRole('link', { name: 'iPhone 13', exact: true }).click();
  await page
    .getByRole('button', { name: /^Codes of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Codes of / });
  await dialog.getByLabel('GTINs').fill('194252707242');
  await dialog.getByLabel('Part numbers').fill('MLPF3LL/A');
  await dialog.getByRole('button', { name: 'Save codes' }).click();
  await expect(dialog).toContainText('The last digit of 194252707242 should be 1.');
  await dialog.getByLabel('GTINs').fill('194252707241');
  await dialog.getByRole('button', { name: 'Save codes' }).click();
  await expect(dialog).toBeHidden();
  await open(page, '/admin/settings?tab=feeds');
  await page.getByRole('button', { name: 'Switch on the feed for Google Merchant Center' }).click();
  await expect(cardOf(page, 'Google Merchant Center').getByRole('status')).toContainText(
    /\d products? · made on /,
  );
  const file = await fetch(`${shop.url}/feeds/google.xml.gz`);
  const xml = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  expect(xml).toContain('<g:gtin>00194252707241</g:gtin><g:mpn>MLPF3LL/A</g:mpn>');
});
