import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { addDevice, type Device, newEmail } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailedLink, mailsTo } from './mails.ts';
import { fullName, heading, newPerson, notice, register, reload, signIn, signOut } from './shopper.ts';

const heart = (page: Page, device: Device) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Wishlist: ${device.name}` })
    .first();

test("a guest's wishlist moves into the account; signing out clears it", async ({
  page,
  shop,
  newVisitor,
}) => {
  const [first, second] = [await addDevice(shop), await addDevice(shop)];
  const person = newPerson();

  await test.step('the browser stores it', async () => {
    await open(page, '/wishlist');
    await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
    await expectNoViolations(page, 'an empty wishlist');
    await open(page, `/product/${first.slug}`);
    await heart(page, first).click();
    await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
    await reload(page);
    await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
    await open(page, '/wishlist');
    await expect(page.getByRole('article').filter({ hasText: first.name })).toBeVisible();
    await expectNoViolations(page, 'a wishlist');
  });

  await test.step('it moves into the new account and appears on another device', async () => {
    await register(page, person);
    const elsewhere = await newVisitor();
    await signIn(elsewhere, person);
    await open(elsewhere, '/wishlist');
    await expect(elsewhere.getByRole('article').filter({ hasText: first.name })).toBeVisible();
    await open(elsewhere, `/product/${second.slug}`);
    await heart(elsewhere, second).click();
    await expect(heart(elsewhere, second)).toHaveAttribute('aria-pressed', 'true');
    await open(page, '/wishlist');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('article').first()).toContainText(second.name);
  });

  await test.step('removing a product removes it there', async () => {
    await heart(page, first).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await reload(page);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await test.step('the hearts are empty after a sign-out', async () => {
    await signOut(page, fullName(person));
    await open(page, '/wishlist');
    await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
  });
});

test.describe('without the service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a wish survives a closed page and an unreachable shop', async ({
    page,
    shop,
    newVisitor,
    tolerate,
  }) => {
    tolerate(/api\/wishlist.*ERR_FAILED|ERR_FAILED/);
    const [first, second] = [await addDevice(shop), await addDevice(shop)];
    const person = newPerson();
    await register(page, person);
    await open(page, '/wishlist');
    await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();

    await test.step('leave before the sender is loaded', async () => {
      await open(page, `/product/${first.slug}`);
      await page.route('**/assets/**', () => {});
      await heart(page, first).click();
      await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await open(page, '/wishlist');
      await expect(page.getByRole('article').filter({ hasText: first.name })).toBeVisible();
    });

    await test.step('while unreachable the change is stored, and the next page sends it', async () => {
      await open(page, `/product/${second.slug}`);
      await page.route('**/api/wishlist', (route) => route.abort());
      const tried = page.waitForRequest('**/api/wishlist');
      await heart(page, second).click();
      await tried;
      await expect(heart(page, second)).toHaveAttribute('aria-pressed', 'true');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const sent = page.waitForResponse(
        (response) => response.url().endsWith('/api/wishlist') && response.request().method() === 'POST',
      );
      await open(page, '/track');
      expect((await sent).status()).toBe(200);
    });

    const elsewhere = await newVisitor();
    await signIn(elsewhere, person);
    await open(elsewhere, '/wishlist');
    await expect(elsewhere.getByRole('article')).toHaveCount(2);
    await expect(elsewhere.getByRole('article').first()).toContainText(second.name);
  });
});

test('a wishlist that fails to load shows an error, also on a new device', async ({ page, tolerate }) => {
  tolerate(/status of 503/);
  const person = newPerson();
  await page.route('**/api/wishlist', (route) => route.fulfill({ status: 503, body: '{}' }));
  await register(page, person);
  await open(page, '/wishlist');
  await expect(page.getByRole('heading', { name: 'Your wishlist could not be loaded' })).toBeVisible();
  await page.unroute('**/api/wishlist');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
});

test('recently viewed products appear on other pages until they are cleared', async ({ page, shop }) => {
  const [first, second] = [await addDevice(shop), await addDevice(shop)];
  await open(page, `/product/${first.slug}`);
  await open(page, `/product/${second.slug}`);
  const row = page.getByRole('list', { name: 'Recently viewed products' });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(row.getByRole('article').first()).toContainText(first.name);
  await expect(row).not.toContainText(second.name);
  expect(await (await page.request.get(`/product/${second.slug}`)).text()).not.toContain('Recently viewed');
  await open(page, '/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(row.getByRole('article').first()).toContainText(second.name);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(row).toBeHidden();
  await reload(page);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(row).toBeHidden();
});

test('a guest gets a back-in-stock mail or cancels it by the mailed link', async ({ page, shop }) => {
  const device = await addDevice(shop, { stockCount: 0 });
  const [waiting, unwilling] = [newEmail(), newEmail()];
  for (const email of [waiting, unwilling]) {
    await open(page, `/product/${device.slug}`);
    if (email === waiting) await page.getByRole('button', { name: 'Notify me when available' }).click();
    else {
      await page.getByRole('button', { name: 'Stock alert set' }).click();
      const alert = page.getByRole('dialog', { name: 'Stock alert set' });
      await expect(alert).toContainText('The email that confirmed it has a link to stop it.');
      await expectNoViolations(page, 'set alert');
      await alert.getByRole('button', { name: 'Use another email' }).click();
    }
    const form = page.getByRole('dialog', { name: 'Notify me when available' });
    await expect(form).toBeVisible();
    await expectNoViolations(page, 'alert');
    await form.getByRole('button', { name: 'Notify me' }).click();
    await expect(form.getByText('Email is required')).toBeVisible();
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Notify me' }).click();
    await expect(notice(page, `We will email ${email} once.`)).toBeVisible();
  }
  await expect.poll(() => mailsTo(shop, unwilling)).toHaveLength(1);
  const link = await mailedLink(shop, unwilling, 'alerts/stop');
  await open(page, link);
  await expectNoViolations(page, '/alerts/stop');
  await page.getByRole('button', { name: 'Stop the alert' }).click();
  await expect(
    page.getByText('The alert is stopped. We will not email you about this product.'),
  ).toBeVisible();

  await call(shop.url, 'POST', `/products/${device.id}/stock-movements`, {
    token: shop.adminToken,
    body: { change: 2 },
  });
  await expect
    .poll(async () => (await mailsTo(shop, waiting)).map(({ subject }) => subject), { timeout: 30_000 })
    .toContain(`Back in stock: ${device.name} (Good)`);
  expect(await mailsTo(shop, unwilling)).toHaveLength(1);
});

test('a customer removes a price alert, sets it again and gets its mail', async ({ page, shop }) => {
  const device = await addDevice(shop);
  const person = newPerson();
  await register(page, person);
  await open(page, `/product/${device.slug}`);
  await page.getByRole('button', { name: 'Notify me when the price drops' }).click();
  const form = page.getByRole('dialog', { name: 'Notify me when the price drops' });
  await expect(form).toContainText(person.email);
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(notice(page, `We will email ${person.email} once.`)).toBeVisible();
  await reload(page);
  await page.getByRole('button', { name: 'Price alert set' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove alert' }).click();
  await page.getByRole('button', { name: 'Notify me when the price drops' }).click();
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByRole('button', { name: 'Price alert set' })).toBeVisible();
  await call(shop.url, 'PUT', `/products/${device.id}`, {
    token: shop.adminToken,
    body: { name: device.name, price: 150, category: 'Smartphones' },
  });
  await expect
    .poll(async () => (await mailsTo(shop, person.email)).map(({ subject }) => subject), { timeout: 30_000 })
    .toContain(`Now $150.00: ${device.name} (Good)`);
});

test('products are compared side by side', async ({ page, shop }) => {
  const prefix = `Pair${crypto.randomUUID().slice(0, 6)}`;
  const specs = [
    { Storage: '128 GB', Colour: 'Black' },
    { Storage: '256 GB', Colour: 'Black' },
  ];
  const devices = [
    await addDevice(shop, { name: `${prefix} One`, specifications: specs[0] }),
    await addDevice(shop, { name: `${prefix} Two`, specifications: specs[1] }),
  ];
  await open(page, `/products?view=list&search=${prefix}`);
  for (const { name } of devices) await page.getByRole('checkbox', { name: `Compare ${name}` }).check();
  await expectNoViolations(page, 'the list');
  const bar = page.getByRole('region', { name: 'Comparison' });
  await bar.getByRole('button', { name: `Remove ${prefix} Two from the comparison` }).click();
  await expect(page.getByRole('checkbox', { name: `Compare ${prefix} Two` })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: `Compare ${prefix} One` })).toBeChecked();
  await page.getByRole('checkbox', { name: `Compare ${prefix} Two` }).check();
  await bar.getByRole('link', { name: 'Compare 2' }).click();
  await expect(heading(page, 'Compare')).toBeVisible();
  await open(page, '/compare');
  await expect(page.getByRole('columnheader'), 'the selection opens by itself').toHaveCount(2);
  const line = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(line('Storage')).toContainText('(differs)');
  await expect(line('Storage')).toContainText('256 GB');
  await expect(line('Colour')).not.toContainText('(differs)');
  await expectNoViolations(page, '/compare');
  await page.getByRole('link', { name: 'Show differences only' }).click();
  await expect(line('Colour')).toBeHidden();
  await expect(line('Storage')).toBeVisible();
  await page.getByRole('link', { name: `Remove ${prefix} Two` }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(1);
  await open(page, '/compare?ids=nothing');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the wishlist and the comparison fit the screen', async ({ page, shop }) => {
    const devices = await Promise.all(Array.from({ length: 4 }, () => addDevice(shop)));
    for (const address of [
      '/wishlist',
      '/compare',
      `/compare?ids=${devices.map(({ id }) => id).join(',')}`,
    ]) {
      await open(page, address);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, address).toBe(0);
      await expectNoViolations(page, address);
    }
  });
});
