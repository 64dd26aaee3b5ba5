import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test as ownShop } from './own-shop.ts';
import { scan } from './scanner.ts';
import { heading } from './shopper.ts';

/** Longest time from the empty shop to a device on sale, without the work on the device. */
const maxMs = 180_000;

ownShop.use({ shopName: 'first device' });

ownShop(
  'an empty shop leads from the first device to its sale, without a page of settings',
  {
    tag: ['@units', '@setup'],
  },
  async ({ page }) => {
    await openBackOffice(page);
    const start = performance.now();
    await page.getByRole('link', { name: 'Receive your first device' }).click();
    await expect(heading(page, 'Receive devices')).toBeVisible();
    const status = page.getByRole('status').first();
    await scan(page, 'WH1000XM4S01');
    await expect(status).toContainText('Which model is it?');
    await page.keyboard.type('WH-1000XM4 Black');
    await page.getByRole('button', { name: 'New model' }).click();
    await page.getByLabel('Brand').fill('Sony');
    await page.getByRole('button', { name: 'Use this model' }).click();
    await expect(page.getByRole('region', { name: 'Question' })).toContainText('WH1000XM4S01');
    await page.keyboard.press('Control+Enter');
    await expect(status).toContainText('Received U-');
    await page.getByRole('region', { name: 'Received now' }).getByRole('link', { name: /^U-/ }).click();

    const tests = page.getByRole('region', { name: 'Tested' });
    await tests.getByRole('button', { name: 'Pass the rest' }).click();
    await page.getByRole('button', { name: 'Save test' }).click();
    const grades = page.getByRole('region', { name: 'Graded' });
    await expect(grades.getByRole('group').first()).toBeVisible();
    for (const surface of await grades.getByRole('group').all())
      await surface.locator('label').first().click();
    await page.getByRole('button', { name: 'Save grade' }).click();
    await page.getByRole('button', { name: 'Ready for sale' }).click();

    await page.getByRole('button', { name: 'Put on sale' }).click();
    const dialog = page.getByRole('dialog', { name: /^Put U-/ });
    await expect(dialog.getByLabel('Condition')).toHaveValue('excellent');
    await dialog.getByLabel('Category name').fill('Headphones');
    await dialog.getByLabel('Category description').fill('Tested headphones with new pads');
    await dialog.getByRole('button', { name: 'Add category' }).click();
    await expect(dialog.getByRole('combobox', { name: /^Category/ })).toHaveValue(/^cat_/);
    await dialog.getByRole('textbox', { name: /^Price/ }).fill('149');
    await expectNoViolations(page, 'a device becomes a product');
    await dialog.getByRole('button', { name: 'Put on sale' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('main')).toContainText('On sale');
    const ms = performance.now() - start;
    ownShop.info().annotations.push({
      type: 'first device on sale',
      description: `${Math.round(ms / 1000)} seconds`,
    });
    expect(ms).toBeLessThan(maxMs);

    await open(page, '/products');
    await page.getByRole('link', { name: 'WH-1000XM4 Black' }).first().click();
    await expect(page.getByRole('main')).toContainText('$149.00');
  },
);
