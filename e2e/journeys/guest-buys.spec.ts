import { goTo, openBackOffice, row, search } from './back-office.ts';
import { addDevice, newName, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import {
  addButton,
  addToCart,
  buyWhatIsInTheCart,
  declinedCard,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  openCart,
  orderNumber,
  payButton,
  reload,
  track,
} from './shopper.ts';

test('a guest buys a product after a declined card and tracks the order', {
  tag: ['@main', '@orders', '@payments', '@catalog', '@checkout'],
}, async ({ page, shop, tolerate, newVisitor }) => {
  tolerate(/api\/payments\/.*status of 402/);
  const name = newName();
  await addDevice(shop, { name, modelKey: name, price: 300, condition: 'excellent' });
  const good = await addDevice(shop, { name, modelKey: name, price: 200, condition: 'good' });
  const person = newPerson();

  await test.step('search and select another condition', async () => {
    await open(page, '/');
    await page.getByRole('combobox', { name: 'Search products' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=/);
    await expect(page.getByText('1 result')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(heading(page, name)).toBeVisible();
    const ladder = page.getByRole('region', { name: 'Condition' });
    await ladder.getByRole('link', { name: 'Like New' }).click();
    await expect(ladder.getByRole('link', { name: 'Like New' })).toHaveAttribute('aria-current', 'true');
    await ladder.getByRole('link', { name: 'Good' }).click();
    await expect(page).toHaveURL(`/product/${good.slug}`);
    await expect(ladder.getByRole('link', { name: 'Good' })).toHaveAttribute('aria-current', 'true');
    await expect(ladder.getByRole('link', { name: 'Good' })).toBeFocused();
  });

  await test.step('add to the cart and check out from the drawer', async () => {
    await addButton(page).click();
    await expect(notice(page, `${name} added to cart!`)).toBeVisible();
    await expect(page.getByRole('status').getByRole('link', { name: 'View cart' })).toHaveAttribute(
      'href',
      '/cart',
    );
    const drawer = await openCart(page);
    await expect(drawer.getByRole('link', { name })).toBeVisible();
    // $200, above the threshold of free shipping, and 8 % tax.
    await expect(drawer).toContainText('$216.00');
    await drawer.getByRole('link', { name: 'Go to checkout' }).click();
    await expect(heading(page, 'Checkout')).toBeVisible();
  });

  await test.step('a declined card changes nothing', async () => {
    await fillAddress(page, person);
    await page.getByLabel('Apartment, suite, etc. (optional)').fill('Floor 3');
    await fillCard(page, declinedCard);
    await payButton(page).click();
    const number = page.getByLabel('Card number');
    await expect(number).toHaveAccessibleDescription(/declined/);
    await expect(number).toBeFocused();
    await expect(page).toHaveURL('/checkout');
    const help = page.getByRole('region', { name: 'After the decline' });
    await expect(help).toContainText(/Order MJ-[A-Z0-9]+ is reserved for you until /);
    await expect(help.getByRole('link', { name: 'pay later' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue(person.lastName);
    await expect(page.getByLabel('CVV')).toHaveValue('123');
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  });

  const number = await test.step('a valid card confirms the order, also after a reload', async () => {
    await page.getByLabel('Card number').fill(goodCard);
    await payButton(page).click();
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('$216.00');
    const shown = await orderNumber(page);
    await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
    await reload(page);
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('$216.00');
    expect(await orderNumber(page)).toBe(shown);
    await expect(page.getByRole('main')).toContainText(name);
    await expect(page.getByRole('main')).toContainText('Floor 3');
    return shown;
  });

  await test.step('number and email find the order in another browser', async () => {
    const elsewhere = await newVisitor();
    await track(elsewhere, number, person.email);
    await expect(elsewhere.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await expect(elsewhere.getByRole('main')).toContainText('Order Placed');
    await expect(elsewhere.getByRole('main')).toContainText('1 Engine Street, Floor 3, Portland');
    await expect(elsewhere.getByRole('main').getByRole('link', { name })).toBeVisible();
  });

  await test.step('one unit is sold, and a mail is sent', async () => {
    expect(await stockOf(shop, good)).toBe(4);
    const owner = await newVisitor();
    await openBackOffice(owner);
    await owner.getByRole('link', { name: 'Mailbox' }).click();
    await search(owner, 'Search by recipient or subject', person.email);
    const mail = row(owner, number);
    await expect(mail).toContainText(person.email);
    await mail.getByRole('button').first().click();
    const dialog = owner.getByRole('dialog', { name: 'Mail' });
    await dialog.getByRole('tab', { name: 'Plain text' }).click();
    await expect(dialog.getByRole('tabpanel')).toContainText(name);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await goTo(owner, 'Orders');
    await search(owner, 'Search by order or customer', person.lastName);
    await expect(row(owner, number)).toContainText('$216.00');
    await expect(row(owner, number)).not.toContainText('not paid');
  });
});

test('the bank’s challenge: failing changes nothing, completing confirms the order', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/api\/payments\/.*status of 402/);
  const device = await addDevice(shop);
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, newPerson());
  await fillCard(page, '4000 0027 6000 3184');
  const question = page.getByRole('dialog', { name: 'Your bank asks: is this you?' });

  await payButton(page).click();
  await question.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/unable to authenticate/);
  await expect(question).toBeHidden();

  await payButton(page).click();
  await question.getByRole('button', { name: 'Complete' }).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  expect(await stockOf(shop, device)).toBe(4);
});

test('a sold-out item is offered in another condition at the checkout', async ({ page, shop, tolerate }) => {
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
  const dialog = page.getByRole('dialog', { name: 'Just sold out' });
  await expect(dialog).toContainText('Nothing was charged');
  await dialog.getByRole('button', { name: 'Take this one' }).click();
  await expect(dialog).toBeHidden();
  await payButton(page).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$162.00');
});

test('a guest opens an account on the confirmation with a password only', async ({ page, shop }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await addToCart(page, device);
  const number = await buyWhatIsInTheCart(page, person);
  const offer = page.getByRole('region', { name: 'Keep this order in an account' });
  await expect(offer).toContainText(person.email);
  await offer.getByLabel('Password').fill('short');
  await offer.getByRole('button', { name: 'Create account' }).click();
  await expect(offer.getByLabel('Password')).toHaveAccessibleDescription(/at least 6 characters long/);
  await offer.getByLabel('Password').fill(person.password);
  const claimed = page.waitForResponse(/\/claim$/);
  await offer.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Your account is ready, and this order is in it.')).toBeVisible();
  expect((await claimed).status()).toBe(200);
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('article', { name: `Order ${number}` })).toContainText(device.name);
});
