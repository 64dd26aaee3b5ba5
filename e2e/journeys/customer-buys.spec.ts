import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import {
  addToCart,
  buyWhatIsInTheCart,
  field,
  fullName,
  heading,
  newPerson,
  payAtCheckout,
  register,
  signIn,
  signOut,
} from './shopper.ts';

test('a customer registers and buys; only they can see the order', {
  tag: ['@main', '@orders', '@identity'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  tolerate(/api\/orders\/MJ-.*status of 40[14]/);
  const person = newPerson();
  const device = await addDevice(shop);
  const other = await addDevice(shop);
  await register(page, person);

  const first = await test.step('Buy Now opens the checkout', async () => {
    await open(page, `/product/${device.slug}`);
    await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).click();
    await expect(heading(page, 'Checkout')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    return await payAtCheckout(page, person);
  });
  await addToCart(page, other);
  const second = await buyWhatIsInTheCart(page, person);

  await test.step('both orders are listed; search and status filter them', async () => {
    await open(page, '/orders');
    const card = (number: string) => page.getByRole('article', { name: `Order ${number}` });
    await expect(card(first)).toContainText(device.name);
    await expect(card(first)).toContainText('$216.00');
    await expect(card(second)).toContainText(other.name);
    await page.getByRole('main').getByLabel('Search').fill(device.name.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(card(second)).toBeHidden();
    await expect(card(first)).toBeVisible();
    await page.getByRole('main').getByLabel('Search').fill('');
    await page.keyboard.press('Enter');
    await expect(card(second)).toBeVisible();
    await page.getByLabel('Status').selectOption({ label: 'Shipped' });
    await expect(page.getByText('No orders match')).toBeVisible();
    await page.getByRole('link', { name: 'Show all orders' }).click();
    await expect(card(first)).toBeVisible();
    // Before shipping and delivery neither action applies.
    await expect(page.getByRole('link', { name: 'Track Package' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Reorder' })).toBeHidden();
  });

  await test.step('the order page shows all details', async () => {
    await page.getByRole('link', { name: `Details of ${first}` }).click();
    await expect(heading(page, `Order ${first}`)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('Paid by card');
    await expect(main).toContainText('1 Engine Street');
    await expect(main).toContainText('Order Placed');
  });

  await test.step('the list asks to sign in after a sign-out', async () => {
    await signOut(page, fullName(person));
    await open(page, '/orders');
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText(device.name)).toBeHidden();
  });

  await test.step('another customer sees neither the list nor the order', async () => {
    const stranger = await newVisitor();
    await register(stranger, newPerson());
    await open(stranger, '/orders');
    await expect(stranger.getByText('No orders yet')).toBeVisible();
    await open(stranger, `/orders/${first}`);
    await expect(stranger.getByText('This order cannot be shown here')).toBeVisible();
    await expect(stranger.getByText(device.name)).toBeHidden();
  });

  await test.step('a wrong password is rejected, the right one shows the orders', async () => {
    tolerate(/api\/auth\/login.*status of 401/);
    await open(page, '/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('difference');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
    await signIn(page, person);
    await open(page, '/orders');
    await expect(page.getByRole('article', { name: `Order ${first}` })).toBeVisible();
  });
});

test('registration errors appear at their fields', async ({ page }) => {
  await open(page, '/register');
  await page.getByLabel('Full name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@example.com');
  await field(page, 'Password').fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Create account' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Password must be at least 6 characters long');
  await field(page, 'Password').fill('long enough');
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(main).toContainText('Passwords do not match');
  await expect(page).toHaveURL('/register');
});
