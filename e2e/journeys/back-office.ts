import { expect, type Locator, type Page } from '@playwright/test';
import { admin } from '../running-shop.ts';
import { open } from './journey.ts';
import { signIn } from './shopper.ts';

export async function openBackOffice(page: Page): Promise<void> {
  await signIn(page, admin);
  await open(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
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
