import { expect, type Page } from '@playwright/test';

/**
 * Types as a scanner does: 5 ms between the keys, then Enter or Tab. Waits until the screen has focused a field, because
 * earlier keys are lost.
 */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  await expect(page.locator('input:focus')).toBeVisible();
  await page.keyboard.type(code, { delay: 5 });
  await page.keyboard.press(end);
}

/** A serial number of ten characters, as several makers have; at least one is a letter. */
export const newSerial = () => `KT${crypto.randomUUID().slice(0, 8).toUpperCase()}`;

/** Confirms the first device of a run: its numbers are scanned once more. */
export async function scanAgain(page: Page, ...codes: string[]): Promise<void> {
  await expect(page.getByRole('region', { name: 'Question' })).toBeVisible();
  for (const code of codes) await scan(page, code);
}
