import type { Page } from '@playwright/test';
import { expectNoViolations } from '../journeys/accessibility.ts';
import { openBackOffice, row } from '../journeys/back-office.ts';
import { addDevice } from '../journeys/devices.ts';
import { expect, open, test } from '../journeys/journey.ts';
import { prepareAdminScreens } from './admin-screens.ts';

const windows = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

test('every admin screen fits four windows and has one scroll bar, and notices cover no primary button', async ({
  page,
  shop,
}) => {
  test.setTimeout(600_000);
  const addresses = await prepareAdminScreens(shop);
  await openBackOffice(page);
  for (const address of addresses) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
    await page.waitForLoadState('networkidle');
    await showNotice(page);
    for (const window of windows) {
      await page.setViewportSize(window);
      const screen = `${address} at ${window.width} px`;
      await expect.poll(() => coveredButtons(page), { message: screen }).toEqual([]);
      const layout = await measure(page);
      expect.soft(layout.overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
      expect.soft(layout.scrollers.slice(1), `${screen} has one scroll bar`).toEqual([]);
      if (window.width >= 1440) expect.soft(layout.wraps, `${screen} wraps its toolbar`).toBe(false);
      if (window.width === 1920 && layout.listRight !== null)
        expect.soft(layout.listRight, `${screen} uses the width`).toBeGreaterThan(1880);
    }
  }
});

test('a long list fills the height of the window, and only its rows scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openBackOffice(page, '/admin/products');
  await expect(page.getByRole('row').nth(25)).toBeAttached();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const { y, height } = (await pages.boundingBox()) ?? { y: 0, height: 0 };
  expect(900 - (y + height), 'space below the list').toBeLessThan(40);
  expect((await measure(page)).scrollers).toEqual(['Products']);
});

test('between phone and desktop, row actions and filters fold into menus', async ({ page, shop }) => {
  const { name } = await addDevice(shop);
  await page.setViewportSize({ width: 1024, height: 768 });
  await openBackOffice(page, `/admin/products?search=${encodeURIComponent(name)}`);
  const line = row(page, name);
  await expect(line.getByRole('button', { name: `Edit ${name}` })).toBeHidden();
  await expect(page.getByLabel('Brand')).toBeHidden();

  await line.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await expect(line.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  await expectNoViolations(page, 'row actions as a menu');
  await page.keyboard.press('Escape');
  await expect(line.getByRole('button', { name: `Edit ${name}` })).toBeHidden();
  await expect(line.getByRole('button', { name: `Actions for ${name}` })).toBeFocused();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByLabel('Brand')).toBeVisible();
  await line.getByRole('button', { name: `Actions for ${name}` }).click();
  await line.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible();
});

test('on a phone the menus of a list open inside the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBackOffice(page, '/admin/orders');
  await page.getByLabel(/^Filters/).click();
  for (const menu of ['More filters', 'Views', 'Columns']) {
    const button = page.locator('summary:visible').filter({ hasText: menu });
    await button.click();
    const panel = page.locator('details[open]', { has: button }).locator('> div');
    await expect
      .poll(async () => {
        const { x = -1, width = 390 } = (await panel.boundingBox()) ?? {};
        return x >= 0 && x + width <= 390;
      }, `${menu} is inside the window`)
      .toBe(true);
    await page.keyboard.press('Escape');
  }
});

test('on a phone the figures are one row above the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBackOffice(page);
  for (const address of ['/admin', '/admin/orders', '/admin/products', '/admin/users']) {
    await open(page, address);
    const figures = page.locator('.figures-row');
    await expect(figures).toBeVisible();
    const tops = await figures.evaluate((list) =>
      [...list.children]
        .filter(({ tagName }) => tagName !== 'LEGEND')
        .map((item) => item.getBoundingClientRect().top),
    );
    expect(new Set(tops).size, address).toBe(1);
  }
});

test('on a phone the form of a product has its buttons in one row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBackOffice(page, '/admin/products?add=product');
  const dialog = page.getByRole('dialog', { name: 'Add New Product' });
  const names = ['Preview', 'More ways to save', 'Cancel', 'Add Product'];
  for (const name of names) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible();
  // All at once, because the dialog moves while it opens.
  const centers = await dialog.getByRole('button').evaluateAll((buttons, names) => {
    const named = buttons.filter((button) =>
      names.includes(button.getAttribute('aria-label') ?? button.textContent ?? ''),
    );
    return named.map((button) => {
      const { y, height } = button.getBoundingClientRect();
      return Math.round(y + height / 2);
    });
  }, names);
  expect(centers).toHaveLength(names.length);
  expect(new Set(centers).size, String(centers)).toBe(1);
  await dialog.getByRole('button', { name: 'More ways to save' }).click();
  await expect(dialog.getByRole('button', { name: 'Save and add another' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Save and add another' })).toBeHidden();
  await expect(dialog).toBeVisible();
});

/** Shows an error, which stays until it is closed. */
async function showNotice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const message = 'The change could not be saved. Your text is still here. Please try again.';
    window.dispatchEvent(new CustomEvent('app-error', { detail: { message } }));
  });
  await expect(page.locator('.toast')).toHaveCount(1);
}

/** Returns the primary buttons that a notice covers. Those behind a modal dialog cannot be pressed. */
function coveredButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ? 'dialog:modal ' : '';
    const toast = document.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll(`${scope}:is(a, button):is(.bg-primary-fill, .bg-bad-fill)`)]
      .filter((button) => {
        const { left, right, top, bottom, width } = button.getBoundingClientRect();
        const isCovered =
          left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
        return width > 0 && isCovered;
      })
      .map((button) => button.textContent ?? '');
  });
}

/** Measures the screen, or the dialog that is open on it. */
function measure(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const dialog = document.querySelector('dialog:modal');
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.clientHeight > 0 &&
      element.checkVisibility() &&
      element.scrollHeight > element.clientHeight + 1;
    const inside = [...(dialog ?? document.body).querySelectorAll(':not(textarea)')].filter(scrolls);
    const page = !dialog && scrolls(root) ? ['page'] : [];
    const bars = [...document.querySelectorAll('search')].map((bar) =>
      [...bar.children].map((item) => item.getBoundingClientRect()).filter(({ width }) => width > 0),
    );
    return {
      overflow: root.scrollWidth - root.clientWidth,
      scrollers: [...page, ...inside.map((item) => item.getAttribute('aria-label') ?? item.className)],
      wraps: bars.some((items) => items.some(({ top }) => Math.abs(top - (items[0]?.top ?? top)) > 12)),
      listRight: document.querySelector('main > .list-body')?.getBoundingClientRect().right ?? null,
    };
  });
}
