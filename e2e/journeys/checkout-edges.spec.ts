import { addDevice, newName, placeOrderByApi } from './devices.ts';
import { expect, open, test, waitForHydration } from './journey.ts';
import {
  addButton,
  addToCart,
  field,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  newPerson,
  payButton,
} from './shopper.ts';

test('the cart says what sold out at the checkout after the dialog was left', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/api\/orders.*status of 409/);
  const name = newName();
  const device = await addDevice(shop, { name, modelKey: name, stockCount: 1, condition: 'excellent' });
  await addDevice(shop, { name, modelKey: name, price: 150, condition: 'good' });
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, newPerson());
  await fillCard(page, goodCard);
  await placeOrderByApi(shop, device);
  await payButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Just sold out' })).toBeVisible();
  // A check of the cart that followed the dialog would empty the cart without a word.
  await page.waitForLoadState('networkidle');

  await open(page, '/cart');
  await expect(page.getByText(`${name} has sold out and was removed from your cart.`)).toBeVisible();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('a sold-out cart without another condition leads to the cart, which says so', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/api\/orders.*status of 409/);
  const device = await addDevice(shop, { stockCount: 1 });
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, newPerson());
  await fillCard(page, goodCard);
  await placeOrderByApi(shop, device);
  await payButton(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText(`${device.name} has sold out and was removed from your cart.`)).toBeVisible();
});

test('a press on Add to Cart before the scripts run counts once', async ({ page, shop }) => {
  const device = await addDevice(shop);
  const released = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`/product/${device.slug}`, { waitUntil: 'commit' });
  await addButton(page).click();
  released.resolve();
  await expect(page.getByRole('button', { name: 'Cart, 1 item', exact: true })).toBeVisible();
});

test('what is typed and chosen before the scripts run stays', async ({ page, shop }) => {
  const device = await addDevice(shop);
  await addToCart(page, device);
  const released = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/checkout', { waitUntil: 'commit' });
  const { firstName, lastName, email } = newPerson();
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('State').selectOption('OR');
  released.resolve();
  await waitForHydration(page);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('First name')).toHaveValue(firstName);
  await expect(page.getByLabel('State')).toHaveValue('OR');
  const others = {
    'Last name': lastName,
    Email: email,
    Phone: '555-0100',
    City: 'Portland',
    'ZIP code': '97201',
  };
  for (const [label, text] of Object.entries(others)) await page.getByLabel(label).fill(text);
  await field(page, 'Address').fill('1 Engine Street');
  await fillCard(page, goodCard);
  await payButton(page).click();
  await expect(page).toHaveURL('/order-confirmation');
});

test('an order in one tab takes back the undo of the other', async ({ page, shop, context }) => {
  const removed = await addDevice(shop);
  const bought = await addDevice(shop);
  await addToCart(page, removed);
  await addToCart(page, bought);
  const second = await context.newPage();
  await open(second, '/cart');
  await second.getByRole('button', { name: `Remove ${removed.name}` }).click();
  await expect(second.getByText(`Removed ${removed.name}.`)).toBeVisible();

  await goToCheckout(page);
  await fillAddress(page, newPerson());
  await fillCard(page, goodCard);
  await payButton(page).click();
  await expect(page).toHaveURL('/order-confirmation');
  await expect(second.getByText('Your cart is empty')).toBeVisible();
  await expect(second.getByText(`Removed ${removed.name}.`)).toBeHidden();
});
