import { expect, type Locator, type Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { open } from './journey.ts';

/**
 * Opens a screen of the back office for the owner or another account, without the form of the sign-in: it has journeys of its own, and took a
 * sixth of the time of the others.
 */
export async function openBackOffice(page: Page, address = '/admin', account = admin): Promise<void> {
  // Only pages of the shop reach its storage; this one loads nothing else.
  await page.goto('/robots.txt');
  const { status, text, body } = await call(new URL(page.url()).origin, 'POST', '/auth/login', {
    body: account,
  });
  expect(status, text).toBe(200);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('auth-token', token);
    localStorage.setItem(
      'auth-storage',
      JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 }),
    );
  }, body.data);
  await open(page, address);
  // By its tag, because an open dialog hides it from roles.
  await expect(page.locator('#content h1').first()).toBeVisible();
  expect(new URL(page.url()).pathname).not.toBe('/login');
}

export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: screen }).click();
}

/** Opens the screen of a key that follows `g`. Sends both at once, since the second must follow within a time. */
export async function goByKey(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)]);
}

export const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

export async function search(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).fill(words);
}

/** Sets the status of an order in the list. */
export async function setStatus(page: Page, orderNumber: string, status: string): Promise<void> {
  await page.getByLabel(`Status of order ${orderNumber}`).selectOption({ label: status });
}

export async function ship(page: Page, orderNumber: string, trackingNumber: string): Promise<void> {
  await setStatus(page, orderNumber, 'Shipped');
  const dialog = page.getByRole('dialog', { name: `Ship order ${orderNumber}` });
  await dialog.getByLabel('Tracking number').fill(trackingNumber);
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
}
