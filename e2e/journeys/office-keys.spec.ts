import { goByKey, openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { heading, notice } from './shopper.ts';

test('lists and forms of the back office are used by keys, and single keys can be switched off', async ({
  page,
  shop,
}) => {
  await addDevice(shop);
  await addDevice(shop);
  await openBackOffice(page, '/admin/products');
  const rows = page.locator('table.data-list tbody tr');
  // Placeholders of rows have no checkbox.
  await expect(rows.nth(1).getByRole('checkbox')).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.nth(0).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(rows.nth(1).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('x');
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('k');
  await expect(rows.nth(0).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: /^Search/ });
  await expect(search).toBeFocused();
  await page.keyboard.type('jx');
  await expect(search).toHaveValue('jx');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('tax');
  await page.getByRole('option', { name: 'Tax rate and invoice numbers' }).click();
  const rate = page.getByLabel('Tax (%)');
  await rate.focus();
  await expect(rate).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 });
  await rate.press('ControlOrMeta+s');
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await page.getByLabel('Shortcuts of a single key').uncheck();
  await page.keyboard.press('Escape');
  await open(page, '/admin/products');
  await expect(rows.nth(0)).toBeVisible();
  await page.keyboard.press('j');
  await goByKey(page, 'o');
  await expect(rows.locator(':focus')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/products$/);
});

test('shortcuts work from the moment that a screen is shown', async ({ page }) => {
  await openBackOffice(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const title = document.querySelector('h1');
      if (title?.textContent !== 'Dashboard') return;
      observer.disconnect();
      for (const key of ['g', 'w']) title.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(heading(page, 'Bench')).toBeVisible();
});
