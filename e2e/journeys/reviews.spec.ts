import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row } from './back-office.ts';
import { addDevice, type Device, placeOrderByApi } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { fullName, newPerson, notice, register, reload, signOut } from './shopper.ts';

test('a customer writes, edits and deletes a review of a received product', async ({
  page,
  shop,
  newVisitor,
}) => {
  const device = await addDevice(shop);
  await register(page, newPerson());
  const order = await receive(page, shop, device);

  await test.step('write it from the delivered order', async () => {
    await open(page, `/orders/${order.orderNumber}`);
    await page.getByRole('link', { name: `Write a review of ${device.name}` }).click();
    const form = page.getByRole('dialog', { name: 'Write a Review' });
    await expect(form).toBeVisible();
    await expectNoViolations(page, 'Write a Review');
    await form.getByRole('button', { name: 'Publish review' }).click();
    await expect(form.getByText('Choose one to five stars')).toBeVisible();
    await expect(form.getByText('Write a few words, at most 5,000 characters')).toBeVisible();
    await form.getByRole('radio', { name: /^4 stars/ }).check();
    await form.getByLabel('Title').fill('Better than the photos');
    await form.getByLabel(/^Your review/).fill('Not a scratch on it.\nThe battery lasts all day.');
    await form.getByRole('button', { name: 'Publish review' }).click();
    await expect(notice(page, 'Your review is published')).toBeVisible();
    await expect(form).toBeHidden();
  });

  await test.step('the review is public and counts for the rating', async () => {
    const visitor = await newVisitor();
    await openReviews(visitor, device);
    const review = visitor.getByRole('article').filter({ hasText: 'Better than the photos' });
    await expect(review).toContainText('The battery lasts all day.');
    await expect(review).toContainText('Ada B.');
    await expect(visitor.getByRole('tab', { name: 'Reviews (1)' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: '4 stars: 1 review' })).toBeVisible();
  });

  await test.step('edit it with the keyboard only', async () => {
    await page
      .getByRole('region', { name: 'Your review' })
      .getByRole('button', { name: 'Edit' })
      .press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit your review' });
    await form.getByRole('radio', { name: /^4 stars/ }).press('ArrowLeft');
    await expect(form.getByRole('radio', { name: /^3 stars/ })).toBeChecked();
    await form.getByLabel('Title').press('Enter');
    await expect(notice(page, 'Your review was updated')).toBeVisible();
    await expect(page.getByRole('link', { name: '3 stars: 1 review' })).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'Better than the photos' })).toContainText(
      'edited',
    );
  });

  await test.step('the order leads to the review that exists', async () => {
    await open(page, `/orders/${order.orderNumber}`);
    await page.getByRole('link', { name: `Edit your review of ${device.name}` }).click();
    await expect(page.getByRole('dialog', { name: 'Edit your review' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the home page quotes it beside the one before', async () => {
    const visitor = await newVisitor();
    await open(visitor, '/');
    const quotes = visitor.getByRole('region', { name: 'From our buyers' });
    await expect(quotes).toContainText('Better than the photos');
    await expect(quotes.getByRole('listitem')).toHaveCount(2);
    await expectNoViolations(visitor, '/ with reviews');
  });

  await test.step('delete it after a confirmation', async () => {
    await page.getByRole('region', { name: 'Your review' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete your review' });
    await expect(question).toBeVisible();
    await expectNoViolations(page, 'Delete your review');
    await question.getByRole('button', { name: 'Delete review' }).click();
    await expect(notice(page, 'Your review was deleted')).toBeVisible();
    await expect(page.getByText('No reviews yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write a Review' })).toBeEnabled();
  });
});

test('a guest signs in to review; without a purchase they learn who can', async ({ page, shop }) => {
  const device = await addDevice(shop);
  const person = newPerson();
  await register(page, person);
  await signOut(page, fullName(person));
  await openReviews(page, device);
  await page.getByRole('link', { name: 'Write a Review' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(new RegExp(`/product/${device.slug}`));
  await expect(
    page.getByText('Only customers who received this product can review it.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Write a Review' })).toBeHidden();
  await expect(page).not.toHaveURL(/write=/);
});

test('a tab that is pressed before its script has arrived opens afterwards', async ({ page, shop }) => {
  const device = await addDevice(shop);
  const released = Promise.withResolvers<void>();
  await page.context().route(/\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes('About this product')) await released.promise;
    await route.fulfill({ response, body });
  });
  await open(page, `/product/${device.slug}`);
  const tab = page.getByRole('tab', { name: 'Reviews' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'false');
  released.resolve();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No reviews yet.')).toBeVisible();
});

test('reviews are sorted and filtered by stars, also without scripts', async ({ page, shop, browser }) => {
  const device = await reviewedDevice(shop, [2, 5, 5]);
  const texts = (of: Page) => of.getByRole('article').filter({ hasText: 'stars of mine' }).locator('h3');
  await openReviews(page, device);
  await expectNoViolations(page, 'reviews');
  await expect(texts(page)).toHaveText(['5 stars of mine', '5 stars of mine', '2 stars of mine']);
  await page.getByRole('link', { name: 'Lowest' }).click();
  await expect(texts(page)).toHaveText(['2 stars of mine', '5 stars of mine', '5 stars of mine']);
  await page.getByRole('link', { name: '5 stars: 2 reviews' }).click();
  await expect(texts(page)).toHaveText(['5 stars of mine', '5 stars of mine']);
  await expect(page).toHaveURL(/sort=lowest&stars=5/);
  await reload(page);
  await expect(texts(page)).toHaveCount(2);
  await page.getByRole('link', { name: '5 stars (show all)' }).click();
  await expect(texts(page)).toHaveCount(3);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${shop.url}/product/${device.slug}?reviews=1&stars=2`);
  await expect(plain.getByRole('article').filter({ hasText: 'stars of mine' })).toHaveCount(1);
  await plain.close();
});

test('an administrator hides a review and shows it again', async ({ page, shop, newVisitor }) => {
  const device = await reviewedDevice(shop, [1]);
  await openBackOffice(page, `/admin/products?search=${encodeURIComponent(device.name)}`);
  await page.getByRole('link', { name: `Reviews of ${device.name}` }).click();
  const review = row(page, '1 stars of mine');
  await expect(review).toContainText('Visible');
  await expectNoViolations(page, '/admin/reviews');
  await review.getByRole('button', { name: /^Hide the review/ }).click();
  await expect(review).toContainText('Hidden');
  const visitor = await newVisitor();
  await openReviews(visitor, device);
  await expect(visitor.getByText('No reviews yet.')).toBeVisible();
  await review.getByRole('button', { name: /^Show the review/ }).click();
  await expect(review).toContainText('Visible');
  await openReviews(visitor, device);
  await expect(visitor.getByRole('article').filter({ hasText: '1 stars of mine' })).toBeVisible();
});

async function openReviews(page: Page, device: Device): Promise<void> {
  await open(page, `/product/${device.slug}`);
  await page.getByRole('tab', { name: /^Reviews/ }).click();
}

/** Orders the device for the signed-in customer of this page and delivers it. */
async function receive(page: Page, shop: Shop, device: Device) {
  const token = (await page.evaluate(() => localStorage.getItem('auth-token'))) ?? '';
  return deliver(shop, device, token);
}

async function deliver(shop: Shop, device: Device, token: string) {
  const order = await placeOrderByApi(shop, device, { token });
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, {
    token: shop.adminToken,
    body: { status: 'delivered' },
  });
  return order;
}

/** Creates a device with reviews of several customers. */
async function reviewedDevice(shop: Shop, ratings: number[]): Promise<Device> {
  const device = await addDevice(shop, { stockCount: 9 });
  for (const rating of ratings) {
    const { email, password } = newPerson();
    const account = await call(shop.url, 'POST', '/auth/register', {
      body: { name: 'Ada Byron', email, password },
    });
    const { token } = account.body.data;
    await deliver(shop, device, token);
    const body = { rating, title: `${rating} stars of mine`, text: 'As it says.' };
    const answer = await call(shop.url, 'POST', `/products/${device.id}/reviews`, { token, body });
    if (answer.status !== 201) throw new Error(`review answered ${answer.status}: ${answer.text}`);
  }
  return device;
}
