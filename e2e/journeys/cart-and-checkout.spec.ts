import { addDevice, ordersBy, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import {
  addButton,
  addToCart,
  declinedCard,
  field,
  fillAddress,
  fillCard,
  fullName,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  orderNumber,
  payButton,
  register,
  reload,
} from './shopper.ts';

test('the checkout redirects an empty cart to the cart page', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('the quantity is limited to the stock, and clearing the cart can be undone', async ({ page, shop }) => {
  const device = await addDevice(shop, { stockCount: 2 });
  await open(page, `/product/${device.slug}`);
  const quantity = page.getByRole('main').getByRole('textbox', { name: `Quantity of ${device.name}` });
  await quantity.fill('9');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('2');
  await expect(page.getByRole('main').getByRole('button', { name: 'One more' })).toBeDisabled();
  await quantity.fill('0');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('1');
  await addButton(page).click();
  await open(page, '/cart');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'One more' }).click();
  await expect(main.getByRole('textbox', { name: `Quantity of ${device.name}` })).toHaveValue('2');
  await expect(main).toContainText('$432.00');
  await expect(main).toContainText('$200.00 each');
  await expect(main).toContainText('30-day limited warranty');
  await expect(main.getByRole('button', { name: 'One more' })).toBeDisabled();
  await reload(page);
  await expect(main).toContainText('$432.00');
  await main.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(notice(page, 'Cart cleared successfully!')).toBeVisible();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await main.getByRole('button', { name: 'Undo clearing the cart' }).click();
  await expect(main.getByRole('textbox', { name: `Quantity of ${device.name}` })).toHaveValue('2');
  await reload(page);
  await expect(main).toContainText('$432.00');
});

test('a removed line can be restored in its place, with its quantity', async ({ page, shop }) => {
  const devices = [await addDevice(shop), await addDevice(shop), await addDevice(shop)];
  for (const device of devices) await addToCart(page, device);
  const [, second] = devices;
  if (!second) throw new Error('three devices');
  await open(page, '/cart');
  const main = page.getByRole('main');
  const names = () => main.getByRole('listitem').getByRole('link').allInnerTexts();
  const quantity = main.getByRole('textbox', { name: `Quantity of ${second.name}` });
  await quantity.fill('2');
  await quantity.press('Enter');
  await quantity.fill('0');
  await quantity.press('Enter');
  await expect(quantity).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
  const undo = main.getByRole('button', { name: `Undo removing ${second.name}` });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(quantity).toHaveValue('2');
  expect((await names()).filter(Boolean)).toEqual(devices.map(({ name }) => name));
  await expect(main.getByRole('button', { name: `Remove ${second.name}` })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Cart, 4 items' })).toBeVisible();
});

test('the checkout shows missing fields', async ({ page, shop }) => {
  await addToCart(page, await addDevice(shop));
  await goToCheckout(page);
  await payButton(page).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  for (const label of required) {
    await expect(field(page, label), label).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label), label).toHaveAccessibleDescription(/required|enter|valid/i);
  }
  await page.getByLabel('Country').selectOption('United Kingdom');
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(/Postcode is required$/);
  await test.step('the hints are those of the country, and doubt an unusual value', async () => {
    await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(/^Like SW1A 1AA\./);
    await page.getByLabel('Postcode').fill('97201');
    await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription('Like SW1A 1AA.');
    await page.getByLabel('Postcode').blur();
    await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription('UK postcodes look like SW1A 1AA.');
    await page.getByLabel('Country').selectOption('United States');
    await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription('5 digits, like 97201.');
  });
  await expect(page.getByLabel('Country').getByRole('option')).toHaveText([
    'United States',
    'Canada',
    'United Kingdom',
  ]);
});

test('the checkout asks about a mistyped email and lists the states', async ({ page, shop }) => {
  const person = newPerson();
  await addToCart(page, await addDevice(shop));
  await goToCheckout(page);
  await fillAddress(page, person);
  const email = page.getByLabel('Email');
  await email.fill('nora@gmial.com');
  await email.blur();
  await expect(email).toHaveAccessibleDescription(/^Did you mean nora@gmail.com ?\?$/);
  await page.getByRole('button', { name: 'nora@gmail.com' }).click();
  await expect(email).toHaveValue('nora@gmail.com');
  await expect(email).toHaveAccessibleDescription('For the confirmation and the tracking number.');

  await email.fill('nora@shop');
  await fillCard(page, goodCard);
  await payButton(page).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/cannot receive mail\. Check its spelling\.$/);
  await email.fill(person.email);

  const province = page.getByLabel('Province');
  await page.getByLabel('Country').selectOption('Canada');
  await expect(province).toHaveAccessibleDescription('This is not a Canadian province.');
  await province.selectOption('Quebec');
  await expect(province).toHaveAccessibleDescription('');
  await payButton(page).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByText('QC').filter({ visible: true })).toBeVisible();
});

const required = [
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Address',
  'City',
  'State',
  'ZIP code',
  'Card number',
  'Expiry (MM/YY)',
  'CVV',
  'Name on card',
];

test('typed checkout fields survive the session check', async ({ page, shop }) => {
  const person = newPerson();
  await addToCart(page, await addDevice(shop));
  await register(page, person);
  // The session check is delayed; the customer types before it returns.
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await goToCheckout(page);
  await page.getByLabel('City').fill('Portland');
  const answered = page.waitForResponse('**/api/auth/me');
  typed.resolve();
  await (await answered).finished();
  await page.getByLabel('Phone').fill('555-0100');
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('a double click on Pay places one order', async ({ page, shop }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, person);
  await fillCard(page, goodCard);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/orders', async (route) => {
    await held;
    await route.continue();
  });
  const pay = page.locator('button[type=submit]', { hasText: /^Pay \$/ });
  await pay.dblclick();
  await expect(pay).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Placing your order. This takes a moment.')).toBeVisible();
  answer();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  expect(await ordersBy(shop, person.lastName)).toBe(1);
  expect(await stockOf(shop, device)).toBe(4);
});

test('a change after a declined card results in one order, even of the last item', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/api\/payments\/.*status of 402/);
  const person = newPerson();
  const device = await addDevice(shop, { stockCount: 1 });
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, person);
  await fillCard(page, declinedCard);
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/declined/);
  await page.getByLabel('City').fill('Salem');
  await page.getByLabel('Card number').fill(goodCard);
  await payButton(page).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  const number = await orderNumber(page);
  expect(await ordersBy(shop, person.lastName, 'processing')).toBe(1);
  expect(await ordersBy(shop, person.lastName, 'cancelled')).toBe(1);
  expect(await ordersBy(shop, person.lastName)).toBe(2);
  expect(await stockOf(shop, device)).toBe(0);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(heading(page, `Order ${number}`)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Salem');
});

test('two tabs share the cart and the session', async ({ page, shop, context }) => {
  const device = await addDevice(shop);
  const other = await context.newPage();
  await open(other, '/cart');
  await expect(other.getByText('Your cart is empty')).toBeVisible();
  await addToCart(page, device);
  await expect(other.getByRole('main').getByRole('link', { name: device.name })).toBeVisible();
  await other
    .getByRole('main')
    .getByRole('button', { name: `Remove ${device.name}` })
    .click();
  await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
  const person = newPerson();
  await register(page, person);
  await expect(other.getByRole('banner').getByLabel(`Account of ${fullName(person)}`)).toBeVisible();
});

test.describe('an order without a response', () => {
  test('is shown as being confirmed and results in one order', { tag: ['@main', '@orders'] }, async ({
    page,
    shop,
    tolerate,
  }) => {
    tolerate(/api\/(orders|payments\/.*): Failed to load resource/);
    const person = newPerson();
    const device = await addDevice(shop);
    await addToCart(page, device);
    await goToCheckout(page);
    await fillAddress(page, person);
    await fillCard(page, goodCard);
    // The order reaches the shop, but its response is lost. The next attempt waits until the page has been
    // checked.
    const looked = Promise.withResolvers<void>();
    let tries = 0;
    await page.route('**/api/orders', async (route) => {
      tries += 1;
      if (tries > 1) {
        await looked.promise;
        return await route.continue();
      }
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await expect(heading(page, 'We are confirming your order')).toBeVisible();
    await expect(page.getByText(/^MJ\d+$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
    looked.resolve();
    await expect(heading(page, 'Your order is placed, the payment is still due')).toBeVisible();
    const number = await orderNumber(page);
    await expect(notice(page, new RegExp(`^Order ${number} is placed but not paid yet`))).toBeVisible();
    expect(await ordersBy(shop, person.lastName)).toBe(1);
    expect(await stockOf(shop, device)).toBe(4);

    await test.step('pay from the confirmation page, where responses are lost too', async () => {
      await page.getByRole('link', { name: 'Pay now' }).click();
      await expect(heading(page, `Order ${number}`)).toBeVisible();
      await fillCard(page, goodCard);
      await page.route('**/api/payments/**', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await payButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: 'you are charged only once' })).toBeVisible();
      await expect(page.getByLabel('Card number')).toHaveValue(goodCard);
      await page.unroute('**/api/payments/**');
      await payButton(page).click();
      await expect(notice(page, 'Your payment was received.')).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Paid by card');
    });
  });

  test('is resolved after a reload too', { tag: '@orders' }, async ({ page, shop, tolerate }) => {
    tolerate(/api\/orders: Failed to load resource/);
    const person = newPerson();
    const device = await addDevice(shop);
    await addToCart(page, device);
    await goToCheckout(page);
    await fillAddress(page, person);
    await fillCard(page, goodCard);
    let reachable = false;
    await page.route('**/api/orders', (route) => (reachable ? route.continue() : route.abort()));
    await payButton(page).click();
    await expect(heading(page, 'We are confirming your order')).toBeVisible();
    await reload(page);
    await expect(heading(page, 'We are confirming your order')).toBeVisible();
    expect(await ordersBy(shop, person.lastName)).toBe(0);
    reachable = true;
    await reload(page);
    await expect(heading(page, 'Your order is placed, the payment is still due')).toBeVisible();
    expect(await ordersBy(shop, person.lastName)).toBe(1);
    await reload(page);
    await expect(heading(page, 'Your order is placed, the payment is still due')).toBeVisible();
    expect(await ordersBy(shop, person.lastName)).toBe(1);
    expect(await stockOf(shop, device)).toBe(4);
  });
});

test('a sold-out item is named, and the rest of the cart stays', async ({ page, shop, tolerate }) => {
  tolerate(/api\/orders: .*status of 409/);
  const person = newPerson();
  const last = await addDevice(shop, { stockCount: 1 });
  const other = await addDevice(shop, { price: 100 });
  await addToCart(page, last);
  await addToCart(page, other);
  await goToCheckout(page);
  await fillAddress(page, person);
  await fillCard(page, goodCard);
  await placeOrderByApi(shop, last);
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: last.name })).toBeVisible();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('main')).toContainText(`${last.name} has sold out`);
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastName);
  expect(await ordersBy(shop, person.lastName)).toBe(0);
  await payButton(page).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$108.00');
});
