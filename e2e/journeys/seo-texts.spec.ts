import { addProduct } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';

const head = (name: string) => `meta[name="${name}"], meta[property="${name}"]`;

test('own texts for search engines replace those of a product page and a category', {
  tag: ['@admin-products'],
}, async ({ page, shop }) => {
  await addProduct(shop.url, shop.adminToken, 3);
  await open(page, '/products');
  const link = page.locator('a[href^="/product/"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  await open(page, path);
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect(page).toHaveTitle(new RegExp(`^${name.slice(0, 10)}`));

  await openBackOffice(page, `/admin/products?search=${encodeURIComponent(name)}`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Search title').fill('A phone <like> new');
  await form.getByLabel('Search description').fill('Graded & checked.');
  await expect(form.getByText('18 of 60 characters.')).toBeVisible();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();

  await open(page, '/admin/categories');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const category = await form.getByLabel('Name').inputValue();
  await form.getByLabel('Search title').fill('Our best ones');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();

  await open(page, path);
  await expect(page).toHaveTitle(/^A phone <like> new · /);
  await expect(page.locator(head('og:title'))).toHaveAttribute('content', 'A phone <like> new');
  for (const tag of ['description', 'og:description']) {
    await expect(page.locator(head(tag))).toHaveAttribute('content', 'Graded & checked.');
  }
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(facts.join()).not.toContain('like> new');
  await open(page, `/products?category=${encodeURIComponent(category)}`);
  await expect(page).toHaveTitle(/^Our best ones · /);
  await expect(page.getByRole('heading', { level: 1, name: category })).toBeVisible();
  await expect(page.locator(head('description'))).toHaveAttribute('content', /inspected and graded devices/);
});
