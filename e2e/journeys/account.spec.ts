import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createAuthenticator } from '../attacks/soft-authenticator.ts';
import { call, signInAgain, signIn as signInByApi } from '../plain-client.ts';
import { addDevice, placeOrderByApi } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { mailedLink } from './mails.ts';
import {
  addToCart,
  buyWhatIsInTheCart,
  field,
  fillRegistration,
  fullName,
  goToCheckout,
  heading,
  newPerson,
  notice,
  type Person,
  payAtCheckout,
  register,
  reload,
  signIn,
  signOut,
} from './shopper.ts';

test('an order that cannot be shown is not titled by the URL', async ({ page, tolerate }) => {
  tolerate(/status of (401|404)/);
  await open(page, '/orders/ord_0123456789abcdef');
  await expect(page.getByRole('heading', { name: 'This order cannot be shown here' })).toBeVisible();
  await expect(page).toHaveTitle(/^Your order/);
  await expect(heading(page, 'Your order')).toHaveText('Your order');
  await expect(page.getByRole('main')).not.toContainText('ord_');
});

test('a customer signs out another device immediately', async ({ page, newVisitor, tolerate }) => {
  tolerate(/status of 401/);
  const person = newPerson();
  await register(page, person);
  const other = await newVisitor();
  await signIn(other, person);
  await open(other, '/profile');

  await open(page, '/profile');
  await expect(page.getByText('This device')).toHaveCount(1);
  await page.getByRole('button', { name: /^Sign out .* on / }).click();
  await expect(page.getByText('is signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out .* on / })).toHaveCount(0);

  await other.getByRole('button', { name: 'Export my data' }).click();
  await expect(heading(other, 'Sign in')).toBeVisible();
});

test('a customer exports their data and deletes the account', async ({ page, shop, tolerate }) => {
  tolerate(/profile\/delete.*status of 400/);
  tolerate(/api\/auth\/login.*status of 401/);
  const person = newPerson();
  await register(page, person);
  await addToCart(page, await addDevice(shop));
  const number = await buyWhatIsInTheCart(page, person);

  await open(page, '/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    profile: { email: person.email },
    orders: [{ orderNumber: number, total: 216 }],
  });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await expect(dialog).toContainText('Kept for accounting');
  await dialog.getByLabel('Password').fill('not mine');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toContainText('This is not your password');
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

  await open(page, '/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
});

test('a guest registers and finds earlier orders once the email is verified', async ({
  page,
  shop,
  tolerate,
}) => {
  const person = newPerson();
  await placeOrderByApi(shop, await addDevice(shop), { email: person.email });
  await register(page, person);
  await expect(notice(page, `We sent a confirmation link to ${person.email}.`)).toBeVisible();
  await open(page, '/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await open(page, '/profile');
  await expect(page.getByText('Not verified')).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('We have sent you a link.')).toBeVisible();

  const link = await mailedLink(shop, person.email, 'verify-email');
  await open(page, link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(heading(page, 'Your email address is confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'See your orders' }).click();
  await expect(page.getByRole('article', { name: /^Order / })).toHaveCount(1);
  await open(page, '/profile');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  tolerate(/api\/auth\/verify-email.*status of 400/);
  await open(page, link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeHidden();
});

test('a used email at registration leads to the sign-in and to a new password', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 409/);
  const person = newPerson();
  await register(page, person);
  await signOut(page, fullName(person));
  await fillRegistration(page, person);
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'reset your password' }).click();
  await expect(heading(page, 'Reset your password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.goBack();
  await fillRegistration(page, person);
  await page.getByRole('main').getByRole('link', { name: 'sign in', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('a forgotten password is reset by mail', {
  tag: ['@main', '@identity', '@notifications'],
}, async ({ page, shop, tolerate }) => {
  tolerate(/api\/auth\/(?:reset-password|password-rules).*status of 400/);
  const person = newPerson();
  await register(page, person);
  await signOut(page, fullName(person));
  await open(page, '/login');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Forgot/ })
    .click();
  await expect(heading(page, 'Reset your password')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('main').getByRole('button').click();
  await expect(
    page.getByText('If an account with that email exists, a password reset link has been sent.'),
  ).toBeVisible();

  const link = await mailedLink(shop, person.email, 'reset-password');
  const choose = async (password: string) => {
    await open(page, link);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await choose('difference engine');
  await expect(notice(page, 'Your password has been changed.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await signIn(page, { ...person, password: 'difference engine' });

  await choose('another engine');
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
});

/** Adds passkeys of a software authenticator to an account. */
async function addPasskeys({ url }: Shop, person: Person, names: string[]): Promise<void> {
  const token = await signInAgain(url, person);
  const path = '/users/profile/passkeys';
  for (const name of names) {
    const { options } = (await call(url, 'POST', `${path}/options`, { token, body: {} })).body.data;
    const response = createAuthenticator(url.replace('127.0.0.1', 'localhost')).register(options);
    const answer = await call(url, 'POST', path, { token, body: { name, response } });
    expect(answer.status, answer.text).toBe(201);
  }
}

test('a reset removes what else opens the account, except what is kept', async ({ page, shop, tolerate }) => {
  const person = newPerson();
  await register(page, person);
  await open(page, await mailedLink(shop, person.email, 'verify-email'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(heading(page, 'Your email address is confirmed')).toBeVisible();
  await addPasskeys(shop, person, ['My phone', 'Old laptop']);
  await signOut(page, fullName(person));
  await call(shop.url, 'POST', '/auth/forgot-password', { body: { email: person.email } });
  await open(page, await mailedLink(shop, person.email, 'reset-password'));
  const choice = page.getByRole('group', { name: 'What else opens your account' });
  await expect(choice.getByLabel('Remove all')).toBeChecked();
  await choice.getByLabel('Remove My phone').uncheck();
  await expect(choice.getByLabel('Remove all')).not.toBeChecked();
  await expect(choice.getByLabel('Remove Old laptop')).toBeChecked();
  await page.getByLabel('New password').fill('difference engine');
  await page.getByLabel('Confirm password').fill('difference engine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(notice(page, 'Your password has been changed.')).toBeVisible();
  await signIn(page, { ...person, password: 'difference engine' });
  await open(page, '/profile');
  await expect(page.getByText('My phone').first()).toBeVisible();
  await expect(page.getByText('Old laptop')).toHaveCount(0);

  await test.step('the link in the mail about the passkey removes it, once', async () => {
    tolerate(/status of 40[01]/);
    const link = await mailedLink(shop, person.email, 'not-me');
    await open(page, link);
    await page.getByRole('button', { name: 'This was not me' }).click();
    await expect(heading(page, 'Your account is signed out')).toBeVisible();
    await expect(page.getByText('The passkey is removed.')).toBeVisible();
    await reload(page);
    await page.getByRole('button', { name: 'This was not me' }).click();
    await expect(heading(page, 'This link does not work')).toBeVisible();
  });
});

test('an address saved at the checkout is edited in the profile and offered later', async ({
  page,
  shop,
}) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await register(page, person);
  const token = await signInByApi(shop.url, person);
  await call(shop.url, 'PUT', '/users/profile', { token, body: { phone: '555-0142' } });
  await addToCart(page, device);
  await goToCheckout(page);
  await expect(page.getByLabel('Phone')).toHaveValue('555-0142');
  await page.getByRole('checkbox', { name: 'Save this address for next time' }).check();
  await payAtCheckout(page, person);

  await open(page, '/profile');
  await page.getByRole('button', { name: 'Edit 1 Engine Street' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit address' });
  await field(dialog, 'Address').fill('2 Engine Street');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('2 Engine Street, Portland')).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  const adding = page.getByRole('dialog', { name: 'Add address' });
  await adding.getByRole('button', { name: 'Save address' }).click();
  await expect(adding).toContainText('First name is required');
  await adding.getByLabel('First name').fill('Grace');
  await adding.getByLabel('Last name').fill('Hopper');
  await adding.getByLabel('Phone').fill('555-0199');
  await field(adding, 'Address').fill('1 Harbor Street');
  await adding.getByLabel('City').fill('Portland');
  await adding.getByLabel('State').selectOption('ME');
  await adding.getByLabel('ZIP code').fill('04101');
  await adding.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('1 Harbor Street, Portland')).toBeVisible();

  await addToCart(page, device);
  await goToCheckout(page);
  await expect(field(page, 'Address')).toHaveValue('2 Engine Street');
  const saved = page.getByLabel('Use a saved address');
  await expect(saved.locator('option:checked')).toContainText('2 Engine Street');
  await saved.selectOption({ label: 'Grace Hopper, 1 Harbor Street, Portland' });
  await expect(field(page, 'Address')).toHaveValue('1 Harbor Street');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);

  await open(page, '/profile');
  await page.getByRole('button', { name: 'Remove 2 Engine Street' }).click();
  await expect(page.getByText('2 Engine Street, Portland')).toBeHidden();
  await expect(page.getByText('Default', { exact: true })).toBeVisible();
});

test('a cart is synchronized between a customer’s devices', { tag: '@cart' }, async ({
  page,
  shop,
  newVisitor,
}) => {
  const person = newPerson();
  const [phone, tablet, watch] = [await addDevice(shop), await addDevice(shop), await addDevice(shop)];
  const badge = (on: Page, count: number | 'empty') =>
    on.getByRole('button', { name: new RegExp(`^Cart, ${count}\\b`) });
  const comeBack = (to: Page) => to.evaluate(() => window.dispatchEvent(new Event('focus')));

  await addToCart(page, phone);
  await register(page, person);
  await expect(badge(page, 1)).toBeVisible();

  const other = await newVisitor();
  await addToCart(other, phone);
  await addToCart(other, tablet);
  await signIn(other, person);
  await expect(badge(other, 2)).toBeVisible();
  await reload(other);
  await expect(badge(other, 2)).toBeVisible();

  await test.step('a change appears on the other device when its window gets the focus', async () => {
    // Waits until both carts are merged here and saved by the shop.
    await other.waitForFunction(
      () => localStorage.getItem('cart-owner') !== null && localStorage.getItem('cart-unsent') === null,
    );
    await comeBack(page);
    await expect(badge(page, 2)).toBeVisible();
    // A reload fetches the cart too, so only the change is awaited; one made before the session is confirmed
    // must not be lost.
    const added = Promise.withResolvers<void>();
    await page.route('**/api/auth/me', async (route) => {
      await added.promise;
      await route.continue();
    });
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/cart') && answer.ok(),
    );
    await addToCart(page, watch);
    added.resolve();
    await saved;
    await page.unroute('**/api/auth/me');
    await comeBack(other);
    await expect(badge(other, 3)).toBeVisible();
  });

  await test.step('signing out empties the cart here, not in the account', async () => {
    await signOut(page, fullName(person));
    await expect(badge(page, 'empty')).toBeVisible();
    await reload(other);
    await expect(badge(other, 3)).toBeVisible();
    await signIn(page, person);
    await expect(badge(page, 3)).toBeVisible();
  });
});

test('an order prints as a one-page invoice on white, also in dark mode', async ({ page, shop }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await register(page, person);
  await addToCart(page, device);
  const number = await buyWhatIsInTheCart(page, person);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, `/orders/${number}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print invoice' }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Invoice' })).toBeHidden();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const invoice = page.getByRole('article', { name: 'Invoice' });
  for (const words of [number, fullName(person), device.name, '$200.00', '$16.00', '$216.00', 'Paid']) {
    await expect(invoice).toContainText(words);
  }
  const { body } = await call(shop.url, 'GET', '/settings/public');
  await expect(invoice).toContainText(body.data.settings.storeName);
  await expect(invoice).toContainText(body.data.settings.storeAddress);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print invoice' })).toBeHidden();
  expect(await invoice.evaluate((element) => getComputedStyle(element).color)).toMatch(
    /^(rgb\(\s*\d\d?,|oklch\(0\.[0-3])/,
  );
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});
