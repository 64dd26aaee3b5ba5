import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { heading, notice } from './shopper.ts';

const text =
  '# Our promise\n\nWrite to <mailto:us@shop.example>, see [privacy](/privacy).\n\n<script>alert(1)</script>';

const sectionOfPages = {
  terms: 'Prices and orders',
  privacy: 'Your card',
  returns: 'Refunds',
  warranty: 'What it covers',
  shipping: 'Tracking',
  cookies: 'What is stored in your browser',
};

// Other journeys in this shop read the original pages.
test.afterEach(async ({ shop }) => {
  for (const name of Object.keys(sectionOfPages)) {
    const path = `/page-texts/admin/${name}`;
    const { body } = await call(shop.url, 'GET', path, { token: shop.adminToken });
    const { status } = await call(shop.url, 'PUT', path, {
      token: shop.adminToken,
      body: { markdown: null, version: body.data.text.version },
    });
    expect(status).toBe(200);
  }
});

test('the owner writes the terms, visitors read them, an older version comes back', async ({ page }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('link', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(heading(page, 'Terms')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill(text);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Our promise' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(notice(page, 'Text saved')).toBeVisible();

  const visitor = await page.context().newPage();
  await open(visitor, '/terms');
  await expect(heading(visitor, 'Terms')).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 2, name: 'Our promise' })).toBeVisible();
  await expect(visitor.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect(visitor.getByRole('main').getByRole('link', { name: 'privacy' })).toHaveAttribute(
    'href',
    '/privacy',
  );

  await page.getByRole('button', { name: 'Use the original text' }).click();
  await expect(page.getByText('Version 2 · current')).toBeVisible();
  await open(visitor, '/terms');
  await expect(visitor.getByRole('heading', { name: 'Devices and their condition' })).toBeVisible();

  await page.getByRole('button', { name: 'View version 1' }).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('Version 3 · current')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(text);
  await open(visitor, '/terms');
  await expect(visitor.getByRole('heading', { name: 'Our promise' })).toBeVisible();
});

test('the original text of every page starts a text of the owner', async ({ page }) => {
  await openBackOffice(page);
  const editor = page.getByLabel('Text', { exact: true });
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const [name, title] of Object.entries(sectionOfPages)) {
    await open(page, `/admin/settings?tab=pages&page=${name}`);
    await page.getByRole('button', { name: 'Start from the original text' }).click();
    await expect(editor, name).toHaveValue(new RegExp(`^# ${title}$`, 'm'));
    await expect(preview.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(notice(page, 'Text saved')).toBeVisible();
    await open(page, `/${name}`);
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/\\|\]\(/);
  }
});
