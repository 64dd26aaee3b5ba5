import { expect, type Page } from '@playwright/test';
import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';

/**
 * Types as a scanner does: 5 ms between the keys, then Enter or Tab. Waits until the screen has focused a field, because
 * earlier keys are lost.
 */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  await expect(page.locator('input:focus')).toBeVisible();
  await page.keyboard.type(code, { delay: 5 });
  await page.keyboard.press(end);
}

/** A serial number of ten characters, as several makers have, with letters and a digit. */
export const newSerial = () => `KT7${crypto.randomUUID().slice(0, 7).toUpperCase()}`;

/** An IMEI with its check digit. */
export function newImei(): string {
  const digits = `35${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`;
  return digits + luhnDigit(digits);
}

/** Confirms the first device of a run: its numbers are scanned once more. */
export async function scanAgain(page: Page, ...codes: string[]): Promise<void> {
  await expect(page.getByRole('region', { name: 'Question' })).toBeVisible();
  for (const code of codes) await scan(page, code);
}
