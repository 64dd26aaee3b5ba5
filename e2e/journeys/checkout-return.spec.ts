import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import {
  addToCart,
  fullName,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  payAtCheckout,
  payButton,
  register,
  signIn,
  signOut,
} from './shopper.ts';

test('signing in from the checkout returns there with what was typed', async ({ page, shop, newVisitor }) => {
  const person = newPerson();
  const registered = await newVisitor();
  await register(registered, person);
  const device = await addDevice(shop);
  await addToCart(page, device);
  await goToCheckout(page);
  await page.getByLabel('City').fill('Salem');
  await page.getByText('Express', { exact: true }).click();
  await page.getByLabel('Card number').fill(goodCard);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(heading(page, 'Sign In')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();

  await expect(heading(page, 'Checkout')).toBeVisible();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByLabel('City')).toHaveValue('Salem');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByRole('radio', { name: /^Express/ })).toBeChecked();
  await expect(page.getByLabel('Card number')).toHaveValue('');

  await test.step('so do an edit of the cart, the Back button and a reload', async () => {
    await page.getByRole('link', { name: 'Edit cart' }).click();
    await page.getByRole('main').getByRole('button', { name: 'One more' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Go to checkout' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Salem');
    await expect(page.getByRole('main')).toContainText('Quantity 2');
    await page.getByLabel('City').fill('Eugene');
    await page.getByRole('link', { name: 'Edit cart' }).click();
    await expect(heading(page, /^Your cart/)).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('City')).toHaveValue('Eugene');
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Eugene');
  });

  await test.step('an order or a sign-out clears it', async () => {
    await payAtCheckout(page, person);
    expect(await page.evaluate(() => sessionStorage.getItem('checkout-draft'))).toBeNull();
    await addToCart(page, device);
    await goToCheckout(page);
    await page.getByLabel('City').fill('Bend');
    await signOut(page, fullName(person));
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout-draft'))).toBeNull();
    await addToCart(page, device);
    await goToCheckout(page);
    await expect(page.getByLabel('City')).toHaveValue('');
  });
});

test('the cart of an account reaches the checkout of a new browser', async ({ page, shop, newVisitor }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await register(page, person);
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await addToCart(page, device);
  await saved;

  const other = await newVisitor();
  await signIn(other, person);
  // The first request for the account's cart is slow.
  await open(other, '/orders');
  await other.evaluate(() => {
    for (const name of ['cart-storage', 'cart-owner', 'cart-unsent']) localStorage.removeItem(name);
  });
  const looked = Promise.withResolvers<void>();
  await other.route('**/api/cart', async (route) => {
    await looked.promise;
    await route.continue();
  });
  await open(other, '/checkout');
  await expect(heading(other, 'Checkout')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled();
  looked.resolve();
  await expect(payButton(other)).toBeEnabled();
  await expect(other).toHaveURL('/checkout');
  await expect(other.getByRole('main')).toContainText(device.name);
});
