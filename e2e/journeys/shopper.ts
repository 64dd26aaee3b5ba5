import { expect, type Locator, type Page } from '@playwright/test';
import type { Device } from './devices.ts';
import { newEmail } from './devices.ts';
import { open, waitForHydration } from './journey.ts';

export const goodCard = '4242 4242 4242 4242';
export const declinedCard = '4000 0000 0000 0002';

/** Customer. The last name is unique, so that their orders can be counted. */
export type Person = { firstName: string; lastName: string; email: string; password: string };

export function newPerson(): Person {
  const lastName = `Byron${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}x${Date.now()}`;
  return { firstName: 'Ada', lastName, email: newEmail(), password: 'Analytical-engine-1' };
}

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

export async function register(page: Page, person: Person, { dealEmails = false } = {}): Promise<void> {
  await fillRegistration(page, person, { dealEmails });
  await waitForHome(page);
}

export async function fillRegistration(
  page: Page,
  person: Person,
  { dealEmails = false } = {},
): Promise<void> {
  await open(page, '/register');
  await page.getByLabel('Full name').fill(fullName(person));
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await field(page, 'Password').fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  if (dealEmails) await page.getByRole('checkbox', { name: 'Send me the weekly deals' }).check();
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await open(page, '/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await waitForHome(page);
}

/** Waits for the home page to render: its URL changes earlier, and navigation closes open menus. */
async function waitForHome(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(heading(page, 'Good devices, ready for a second run')).toBeVisible();
}

export async function signOut(page: Page, name: string): Promise<void> {
  await accountOf(page, name).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

function accountOf(page: Page, name: string): Locator {
  return page.getByRole('banner').getByLabel(`Account of ${name}`);
}

export async function addToCart(page: Page, device: Device): Promise<void> {
  await open(page, `/product/${device.slug}`);
  await addButton(page).click();
  await expect(notice(page, `${device.name} added to cart!`)).toBeVisible();
}

/** Returns the main button of the product; related products and the sticky bar have their own. */
export const addButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first();

/** Finds a field by its whole label, with or without the asterisk of required fields. */
export const field = (scope: Page | Locator, label: string) =>
  scope.getByLabel(new RegExp(`^${RegExp.escape(label)}\\*?$`));

export const notice = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).last();

export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Cart,/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  await expect(drawer).toBeVisible();
  return drawer;
}

export async function goToCheckout(page: Page): Promise<void> {
  await open(page, '/checkout');
  await expect(payButton(page)).toBeEnabled();
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay .*\d/ });

export async function fillAddress(page: Page, { firstName, lastName, email }: Person): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('555-0100');
  await field(page, 'Address').fill('1 Engine Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').selectOption('OR');
  await page.getByLabel('ZIP code').fill('97201');
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Name on card').fill('Ada Byron');
}

/** Buys the cart and returns the order number of the confirmation page. */
export async function buyWhatIsInTheCart(page: Page, person: Person): Promise<string> {
  await goToCheckout(page);
  return await payAtCheckout(page, person);
}

export async function payAtCheckout(page: Page, person: Person): Promise<string> {
  await fillAddress(page, person);
  await fillCard(page, goodCard);
  await payButton(page).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  return await orderNumber(page);
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Returns the order number of the confirmation page. */
export async function orderNumber(page: Page): Promise<string> {
  const number = page.getByText(/^MJ-[A-Z0-9]+$/);
  await expect(number).toBeVisible();
  return (await number.innerText()).trim();
}

export async function track(page: Page, number: string, email: string): Promise<void> {
  await open(page, '/track');
  await page.getByLabel('Tracking or order number').fill(number);
  await page.getByLabel('Email (optional)').fill(email);
  await page.getByRole('button', { name: 'Track', exact: true }).click();
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitForHydration(page);
}
