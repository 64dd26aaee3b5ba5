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

export const newSerial = () => `SN${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
