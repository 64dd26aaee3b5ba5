import type { Page } from '@playwright/test';
import { oneTimeCodeOf } from '../one-time-code.ts';
import { addOwner } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { goTo, openBackOffice, row, ship } from './back-office.ts';
import { addDevice, newEmail, newName, payOrderByApi, placeOrderByApi, redPixel } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailsTo } from './mails.ts';
import { field, heading, newPerson, notice, signOut, track } from './shopper.ts';

test('an order is shipped, tracked, mailed again and printed', async ({ page, shop, newVisitor }) => {
  const email = newEmail();
  const order = await placeOrderByApi(shop, await addDevice(shop), { email });
  await payOrderByApi(shop, order);
  const { orderNumber } = order;
  await openBackOffice(page, `/admin/orders?search=${orderNumber}`);
  await ship(page, orderNumber, '1ZDESK');
  await expect(notice(page, 'Order status updated to shipped')).toBeVisible();

  await test.step('add an event with a location for the customer', async () => {
    await open(page, `/admin/orders/${orderNumber}`);
    await page.getByRole('button', { name: 'Add step' }).click();
    await expect(page.getByLabel('Step')).toHaveValue('In Transit');
    await page.getByLabel('Location').fill('Memphis, TN');
    await page.getByRole('button', { name: 'Add step' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'In Transit · Memphis, TN' })).toBeVisible();
    const guest = await newVisitor();
    await track(guest, orderNumber, email);
    await expect(guest.locator('[aria-current="step"]')).toContainText('In Transit');
    await expect(guest.getByRole('main')).toContainText('Memphis, TN');
  });

  await test.step('resend the mail', async () => {
    await page.getByRole('button', { name: 'On its way' }).click();
    await expect(notice(page, 'The email “On its way” was sent again')).toBeVisible();
    const shipped = async () =>
      (await mailsTo(shop, email)).filter(({ kind }) => kind === 'order-shipped').length;
    // The mail of the change leaves 30 seconds after it.
    await expect.poll(shipped, { timeout: 60_000 }).toBe(2);
    await page.getByRole('link', { name: 'Sent so far' }).click();
    await expect(row(page, `${orderNumber} is on its way`)).toHaveCount(2);
  });

  await test.step('the packing slip lists items without prices', async () => {
    await open(page, `/admin/orders/print/packing-slips?orders=${orderNumber}`);
    const slip = page.getByRole('article');
    for (const words of [orderNumber, 'Ada Byron', '1 Engine Street'])
      await expect(slip).toContainText(words);
    await expect(slip).not.toContainText('$');
  });
});

test('Undo restores an order’s status and is not offered where it cannot', async ({ page, shop }) => {
  const { orderNumber } = await placeOrderByApi(shop, await addDevice(shop));
  await openBackOffice(page, `/admin/orders?search=${orderNumber}`);
  const status = page.getByLabel(`Status of order ${orderNumber}`);
  await status.selectOption('delivered');
  const undo = row(page, orderNumber).getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveAttribute('title', 'Until the email to the customer leaves, after 30 seconds.');
  await test.step('it stays at the order after the notice has closed, also on its page', async () => {
    await expect(notice(page, 'Order status updated to delivered')).toBeHidden();
    await expect(undo).toBeVisible();
    await page.getByRole('button', { name: `View order ${orderNumber}` }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await undo.click();
  await expect(notice(page, 'Order status updated to pending')).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(status).toHaveValue('pending');
  await status.selectOption('cancelled');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(notice(page, 'Order status updated to cancelled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a category gets an uploaded image, and deleting it keeps its products', async ({ page, shop }) => {
  const name = newName();
  await openBackOffice(page, '/admin/categories?add=category');
  const add = page.getByRole('dialog', { name: 'Add New Category' });
  await field(add, 'Name').fill(name);
  await field(add, 'Description').fill('Only for this story');
  await add
    .getByLabel('Image to upload')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: redPixel });
  await expect(add.getByLabel('Image URL')).toHaveValue(/^\/media\//);
  await add.getByRole('button', { name: 'Add Category' }).click();
  await expect(notice(page, 'Category added successfully!')).toBeVisible();
  const tile = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(tile.locator('img')).toHaveAttribute('src', /\/media\//);

  const device = await addDevice(shop, { category: name });
  await open(page, '/admin/categories');
  await expect(tile).toContainText('1 product');
  await tile.hover();
  await tile.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Category' }).click();
  await expect(notice(page, 'Category deleted successfully!')).toBeVisible();
  await open(page, `/admin/products?show=no-category&search=${encodeURIComponent(device.name)}`);
  await expect(row(page, device.name)).toContainText('No category');
});

test('a double click leaves the dialog open that its first click opened', async ({ page }) => {
  // Wide, so that the second click falls beside the dialog.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openBackOffice(page, '/admin/categories');
  const tile = page.getByRole('main').getByRole('listitem').first();
  await tile.hover();
  await tile.getByRole('button', { name: /^Delete / }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Delete Category' });
  await expect(dialog).toBeVisible();
  // A closed one stays visible while it fades out.
  expect(await page.locator('dialog[open]').count()).toBe(1);
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('unsaved settings ask for confirmation', async ({ page }) => {
  await openBackOffice(page);
  await goTo(page, 'Settings');
  const hours = page.getByLabel('Support hours');
  await hours.fill('Never saved');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await test.step('another settings tab keeps the changes', async () => {
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await page.getByRole('tab', { name: 'General' }).click();
    await expect(hours).toHaveValue('Never saved');
  });
  await test.step('staying continues editing', async () => {
    await goTo(page, 'Orders');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(hours).toHaveValue('Never saved');
  });
  await test.step('leaving discards the changes', async () => {
    await goTo(page, 'Orders');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(heading(page, 'Order Management')).toBeVisible();
    await goTo(page, 'Settings');
    await expect(hours).not.toHaveValue('Never saved');
  });
});

const formsOfReturns = {
  policies: (page: Page) => page.getByRole('checkbox', { name: 'Taken back for any reason' }).first().click(),
  days: (page: Page) => field(page, 'Grace').fill('9'),
};

for (const [name, edit] of Object.entries(formsOfReturns)) {
  test(`two forms share a page, and unsaved edits of ${name} ask for confirmation`, async ({ page }) => {
    await openBackOffice(page);
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: /^Returns What/ }).click();
    // Both are loaded: the router asks the form that came last.
    await expect(page.getByRole('button', { name: /^Save (Changes|days and address)$/ })).toHaveCount(2);
    await edit(page);
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await page.goBack();
    await expect(question).toHaveCount(1);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await goTo(page, 'Orders');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(heading(page, 'Order Management')).toBeVisible();
  });
}

test('a color with low contrast previews its shade, and an invalid one is rejected', async ({ page }) => {
  await openBackOffice(page, '/admin/settings?tab=appearance');
  const primary = field(page.getByRole('tabpanel', { name: 'Appearance' }), 'Primary Color');
  await primary.fill('#ffff00');
  const button = page.getByText('Button', { exact: true }).first();
  const [fill, on] = await button.evaluate((shown: HTMLElement) => [
    shown.style.background,
    shown.style.color,
  ]);
  expect(fill).not.toContain('255, 255, 0');
  expect(on).toContain('255, 255, 255');
  await expect(page.getByText(/^Light · button (4\.[5-9]|[5-9]|\d\d)/).first()).toBeVisible();
  await primary.fill('yellowish');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Enter a color such as #0ea5e9')).toBeVisible();
});

test('an administrator signs in with an app and with a recovery code', async ({ page, shop, tolerate }) => {
  tolerate(/two-factor\/confirm.*status of 400|auth\/login.*status of 401/);
  const person = newPerson();
  const name = `Ada ${person.lastName}`;
  await addOwner(shop.url, shop.adminToken, { name, email: person.email, password: person.password });
  const enter = async (code?: string) => {
    await open(page, '/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    if (code === undefined) return;
    await expect(heading(page, 'Enter your code')).toBeVisible();
    await field(page, 'Code').fill(code);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  };
  await enter();
  await expect(page).toHaveURL('/');
  await open(page, '/profile');
  const cardOn = (tab: Page) =>
    tab.locator('section', { has: tab.getByRole('heading', { name: 'Two-factor sign-in' }) });
  const card = cardOn(page);
  const otherTab = await page.context().newPage();
  await open(otherTab, '/profile');
  await expect(cardOn(otherTab).getByText('Off', { exact: true })).toBeVisible();
  await page.bringToFront();
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByLabel('Current password').fill(person.password);
  await card.getByRole('button', { name: 'Continue' }).click();
  await field(card, 'Code').fill('000000');
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(field(card, 'Code')).toHaveAttribute('aria-invalid', 'true');
  await field(card, 'Code').fill(oneTimeCodeOf(await keyOn(page)));
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(10);
  await otherTab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(cardOn(otherTab).getByText('On', { exact: true })).toBeVisible();
  await otherTab.close();
  const codes = await card.getByRole('listitem').allInnerTexts();
  await card.getByRole('button', { name: 'I saved them' }).click();
  await expect(card).toContainText('10 recovery codes left.');

  await open(page, '/');
  await signOut(page, name);
  await enter(codes[0]);
  await expect(page).toHaveURL('/');
  await open(page, '/admin');
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('the audit log is searched and exported', async ({ page, shop }) => {
  const device = await addDevice(shop);
  await openBackOffice(page, '/admin/audit');
  await page.getByLabel('Search changes, order number, SKU or email').fill(device.name);
  await expect(row(page, device.name)).toHaveCount(1);
  await expect(row(page, device.name)).toContainText('Add product');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export list' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
});

test('loading stats show no numbers', async ({ page }) => {
  await openBackOffice(page);
  await page.route('**/api/products/admin/stats', () => {});
  await open(page, '/admin/products');
  await expect(page.getByRole('table', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByText('Every product has one')).toHaveCount(0);
});

/** Returns the key for an authenticator app, as shown for typing. */
async function keyOn(page: Page): Promise<string> {
  const shown = page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
  return (await shown.innerText()).replaceAll(' ', '');
}

test('an idle screen stops polling and resumes on input', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/orders/admin/all')) asked += 1;
  });
  /** Counts the screen's requests within a period. */
  const asksWithin = async (time: string) => {
    const before = asked;
    await page.clock.runFor(time);
    await page.evaluate(() => fetch('/health/live'));
    return asked - before;
  };
  await page.clock.install();
  await openBackOffice(page, '/admin/orders');
  await expect(row(page, 'MJ-').first()).toBeVisible();
  expect(await asksWithin('00:31')).toBe(1);

  await page.clock.fastForward('05:00');
  await asksWithin('00:01');
  expect(await asksWithin('00:31')).toBe(0);
  expect(await asksWithin('03:00')).toBe(0);
  const whileIdle = asked;
  await page.mouse.move(200, 300);
  await page.clock.runFor('00:31');
  await expect.poll(() => asked).toBeGreaterThan(whileIdle);
});

test('the navigation marks the dashboard at "/admin/" and leads to the imports', async ({ page }) => {
  await openBackOffice(page, '/admin/');
  const dashboard = page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Dashboard' });
  await expect(dashboard).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Imports' }).click();
  await expect(page).toHaveURL('/admin/imports');
  await expect(dashboard).not.toHaveAttribute('aria-current', 'page');
});

test('every figure of the dashboard says what it counts behind an "i"', async ({ page }) => {
  await openBackOffice(page);
  for (const name of ['Revenue this month', 'Orders', 'Refunds', 'Categories', 'Top selling products']) {
    const button = page.getByRole('button', { name: `What “${name}” counts`, exact: true });
    await button.click();
    await expect(page.locator(':popover-open:not(.toasts)')).toBeInViewport({ ratio: 1 });
    await expect(page.locator(':popover-open:not(.toasts)')).toContainText(/refund/i);
    await expectNoViolations(page, `what ${name} counts`);
    await page.keyboard.press('Escape');
    await expect(page.locator(':popover-open:not(.toasts)')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});
