import { request } from 'node:http';
import type { Page } from '@playwright/test';
import { openBackOffice, row } from './back-office.ts';
import { addDevice, newName } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { addButton, buyWhatIsInTheCart, heading, newPerson, notice } from './shopper.ts';

/** Searches on the storefront and waits until the search is reported. */
async function searchFor(page: Page, words: string): Promise<void> {
  const reported = page.waitForResponse('**/api/search/events');
  await open(page, `/search?q=${encodeURIComponent(words)}`);
  expect((await reported).status()).toBe(200);
}

/** Reports a search from another network, an address of the loopback range. */
function searchFrom(localAddress: string, url: string, query: string): Promise<void> {
  const event = { kind: 'search', id: crypto.randomUUID().replaceAll('-', ''), query, results: 0 };
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const call = request(`${url}/api/search/events`, { method: 'POST', headers, localAddress }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    call.on('error', reject);
    call.end(JSON.stringify(event));
  });
}

/** Words that find nothing and no random id contains. */
const newQuery = () => `zq${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`;

test('a search without results becomes a synonym by one press in the report', {
  tag: ['@main', '@search'],
}, async ({ page, shop, newVisitor }) => {
  const query = newQuery();
  await searchFor(page, query);
  for (const network of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'])
    await searchFrom(network, shop.url, query);

  const desk = await newVisitor();
  await openBackOffice(desk, `/admin/search?results=none&search=${encodeURIComponent(query)}`);
  await expect(row(desk, query)).toContainText('100%');
  await desk.getByRole('button', { name: `Add synonyms for ${query}` }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add synonyms' });
  const phrases = dialog.getByLabel('Words or phrases');
  await expect(phrases).toHaveValue(`${query}\n`);
  const other = newName();
  await phrases.press('End');
  await phrases.pressSequentially(other);
  await dialog.getByRole('button', { name: 'Add synonyms' }).click();
  await expect(notice(desk, 'Synonyms added')).toBeVisible();

  await desk.getByRole('navigation', { name: 'Search' }).getByRole('link', { name: 'Synonyms' }).click();
  await desk.getByLabel('Search synonyms').fill(query);
  const synonym = row(desk, `${query}, ${other}`);
  await synonym.getByRole('button', { name: 'Delete' }).click();
  await expect(synonym).toBeHidden();
  await desk.getByRole('button', { name: 'Undo' }).click();
  await expect(synonym).toBeVisible();
});

test('a purchase counts for the search that led to it', async ({ page, shop, newVisitor }) => {
  const device = await addDevice(shop, { name: newName() });
  const query = device.name.toLowerCase();
  await searchFor(page, device.name);
  for (const network of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'])
    await searchFrom(network, shop.url, query);
  const clicked = page.waitForResponse('**/api/search/events');
  await page.getByRole('main').getByRole('link', { name: device.name }).first().click();
  await clicked;
  await expect(heading(page, device.name)).toBeVisible();
  await addButton(page).click();
  const bought = page.waitForResponse('**/api/search/purchases');
  await buyWhatIsInTheCart(page, newPerson());
  expect((await bought).status()).toBe(200);

  const desk = await newVisitor();
  await openBackOffice(desk, `/admin/search?search=${encodeURIComponent(query)}`);
  const cells = row(desk, query).getByRole('cell');
  await expect(cells.nth(0)).toHaveText('5');
  await expect(cells.nth(2)).toHaveText(/^1/);
  await expect(cells.nth(3)).toHaveText(/^1/);
});

test('a browser with Global Privacy Control reports no search', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', {
      get: () => {
        Object.assign(window, { isControlRead: true });
        return true;
      },
    }),
  );
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await open(page, `/search?q=${encodeURIComponent(newQuery())}`);
  await expect(heading(page, /^Results for/)).toBeVisible();
  await page.waitForFunction(() => 'isControlRead' in window);
  await page.waitForLoadState('networkidle');
  expect(sent).not.toContain('/api/search/events');
  expect(await page.evaluate(() => sessionStorage.getItem('recent-searches'))).toBeNull();
});
