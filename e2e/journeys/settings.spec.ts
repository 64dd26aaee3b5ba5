import type { Locator, Page } from '@playwright/test';
import { settingsInput } from '@reprise/contract/foundations/settings';
import { dayIn } from '@reprise/contract/time-zone';
import { addProduct, call, orderOf } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { notice } from './shopper.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

/** Returns the message that the field is described by. */
async function messageAt(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const last = ids.split(' ').at(-1) ?? '';
  return (await field.page().locator(`[id="${last}"]`).textContent()) ?? '';
}

/**
 * Makes a field invalid as far as a person could: switches have no invalid value.
 * Returns what enters its value again, undefined for a switch.
 */
async function makeInvalid(field: Locator): Promise<(() => Promise<unknown>) | undefined> {
  const type = await field.evaluate((node) => (node instanceof HTMLInputElement ? node.type : node.tagName));
  if (type === 'checkbox') return undefined;
  const valid = await field.inputValue();
  if (type === 'SELECT') {
    await field.evaluate((select) => select.append(new Option('Unknown', 'unknown')));
    await field.selectOption('unknown');
    return () => field.selectOption(valid);
  }
  const isText = [
    'storeName',
    'storeDescription',
    'storeEmail',
    'storePhone',
    'storeAddress',
    'supportHours',
    'taxId',
    'priceNote',
    'exemptionText',
  ];
  const name = await field.getAttribute('name');
  await field.fill(isText.includes(name ?? '') ? 'x'.repeat(500) : '99999999999');
  return () => field.fill(valid);
}

/** Settings with a screen of their own. */
const ofDevices = ['unitChoice', 'requireScan', 'verifyWipes', 'passports', 'laborRate', 'leastMargin'];
const elsewhere = [...ofDevices, 'shippingZones', 'pickup'];

test('a link to a setting of devices focuses it, and an invalid one is shown', async ({ page }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('link', { name: 'Device settings' }).click();
  for (const name of ofDevices) await expect(page.locator(`[name="${name}"]`)).toBeVisible();
  await open(page, '/admin/settings?tab=devices&field=leastMargin');
  const margin = page.getByLabel('Minimum margin');
  await expect(margin).toBeFocused();
  const valid = await margin.inputValue();
  await margin.fill('99999999999');
  await save(page);
  await expect(margin).toHaveAttribute('aria-invalid', 'true');
  await margin.fill(valid);
  await save(page);
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
  await page.keyboard.press('Control+k');
  const find = page.getByRole('combobox', { name: 'Find or do' });
  await find.fill('tax of countries');
  await find.press('Enter');
  await expect(page.getByLabel('Tax of countries and states')).toBeFocused();
});

test('each invalid setting is shown at its field, on its tab, with focus', async ({ page }) => {
  await openBackOffice(page, '/admin/settings');
  for (const name of Object.keys(settingsInput.shape).filter((name) => !elsewhere.includes(name))) {
    await test.step(name, async () => {
      const field = page.locator(`[name="${name}"]`);
      await expect(field).toHaveCount(1);
      const panel = page.getByRole('tabpanel', { includeHidden: true }).filter({ has: field });
      const tab = page.locator(`[id="${await panel.getAttribute('aria-labelledby')}"]`);
      await tab.click();
      const makeValid = await makeInvalid(field);
      if (!makeValid) return;
      // Saves from another tab than the field's.
      const other = (await tab.textContent()) === 'Appearance' ? 'General' : 'Appearance';
      await page.getByRole('tab', { name: other }).click();
      await save(page);
      await expect(field).toBeFocused();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      // A sentence for people: what to enter, without the names of a validator.
      expect(await messageAt(field)).toMatch(/^(Enter|Please|Must|Choose) [\w ,.:/#-]+$/);
      await makeValid();
    });
  }
});

test('a tax of 8.875% is saved and shown, and 8,875 is refused', async ({ page }) => {
  await openBackOffice(page, '/admin/settings?tab=payment');
  const tax = page.getByLabel('Tax (%)');
  await tax.fill('8,875');
  await save(page);
  expect(await messageAt(tax)).toBe(
    'Enter a percentage from 0 to 50 with at most three decimals, such as 8.875',
  );
  await tax.fill('8.875');
  await save(page);
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
  await open(page, '/admin/settings?tab=payment');
  await expect(tax).toHaveValue('8.875');
  await open(page, '/shipping');
  await expect(page.getByRole('main')).toContainText('Tax of 8.875% is added');
});

test('a money field takes amounts as written and refuses a comma for cents', async ({ page }) => {
  await openBackOffice(page, '/admin/settings?tab=shipping');
  const rate = page.getByLabel('Express Shipping Rate');
  await expect(rate).toHaveAttribute('inputmode', 'decimal');
  for (const typed of ['149,50', '1.299,00']) {
    await rate.fill(typed);
    await save(page);
    await expect(rate).toBeFocused();
    expect(await messageAt(rate)).toBe('Use a point for decimals: 149.50.');
    await expect(rate).toHaveValue(typed);
  }
  for (const [typed, saved] of [
    ['$1,299.00', '1299'],
    ['$89', '89'],
    ['19.99', '19.99'],
  ] as const) {
    await rate.fill(typed);
    await save(page);
    await expect(rate).toHaveValue(saved);
  }
  await test.step('arrow keys change a cent and stop at 0', async () => {
    await rate.fill('0.01');
    await rate.press('ArrowUp');
    await expect(rate).toHaveValue('0.02');
    for (let presses = 0; presses < 3; presses++) await rate.press('ArrowDown');
    await expect(rate).toHaveValue('0.00');
    await rate.fill('19.99');
    await save(page);
  });
});

test('a first delivery day after the last is refused at the field', async ({ page }) => {
  await openBackOffice(page, '/admin/settings?tab=shipping');
  const first = page.getByLabel('Standard Delivery From');
  await first.fill('9');
  await page.getByLabel('Standard Delivery To').fill('2');
  await save(page);
  await expect(first).toBeFocused();
  expect(await messageAt(first)).toBe('The first day must not be after the last');
});

test('the back office shows times in the time zone of the store', async ({ page, shop }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByLabel('Time Zone').fill('Pacific/Kiritimati');
  await save(page);
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
  const product = await addProduct(shop.url, shop.adminToken, 5);
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product) });
  const createdAt = new Date(placed.body.data.order.createdAt);
  const day = dayIn('Pacific/Kiritimati', createdAt);
  const time = createdAt.toLocaleTimeString('en-US', {
    ...{ hour: 'numeric', minute: '2-digit' },
    timeZone: 'Pacific/Kiritimati',
  });
  await open(page, '/admin/orders');
  await expect(page.getByText('Times in Pacific/Kiritimati')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(time);
  await open(page, `/admin/orders?from=${day}&to=${day}`);
  await expect(page.getByRole('row').nth(1)).toContainText(time);
});

test('dates, numbers and paper follow the format that the owner chose', async ({ page, shop }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByLabel('Dates and numbers').selectOption('de-DE');
  await page.getByLabel('Paper', { exact: true }).selectOption('a4');
  await save(page);
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
  const product = await addProduct(shop.url, shop.adminToken, 5);
  await call(shop.url, 'POST', '/orders', { body: orderOf(product) });

  await test.step('a rate is typed with a comma, and one with a point is refused', async () => {
    await open(page, '/admin/settings?tab=payment');
    const tax = page.getByLabel('Tax (%)');
    await tax.fill('8.875');
    await save(page);
    expect(await messageAt(tax)).toContain('such as 8,875');
    await tax.fill('8,875');
    await save(page);
    await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
    await open(page, '/admin/settings?tab=payment');
    await expect(tax).toHaveValue('8,875');
  });

  await test.step('orders show the day before the month and 24 hours', async () => {
    await open(page, '/admin/orders');
    await expect(page.getByRole('row').nth(1)).toContainText(/\w{3}, \d{1,2} \w{3} ?\d\d:\d\d(?! ?[AP]M)/);
    await expect(page.locator('html')).toHaveAttribute('data-sheet', 'a4');
  });
  const back = { format: 'en-US', paper: 'letter', taxBasisPoints: 800 };
  await call(shop.url, 'PUT', '/settings', { token: shop.adminToken, body: back });
});
