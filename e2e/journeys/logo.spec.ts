import type { Page } from '@playwright/test';
import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';

/** Draws a plain image in the browser. */
async function image(page: Page, width: number, color: string): Promise<Buffer> {
  const url = await page.evaluate(
    ([across, fill]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: across, height: 128 });
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = fill;
        context.fillRect(0, 0, across, 128);
      }
      return canvas.toDataURL('image/png');
    },
    [width, color] as const,
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

test('the owner uploads a logo for both schemes, which the store shows, and removes it', {
  tag: ['@settings'],
}, async ({ page, tolerate }) => {
  tolerate(/status of 415/);
  await openBackOffice(page, '/admin/settings?tab=appearance');
  const light = page.getByRole('region', { name: 'Logo', exact: true });
  const dark = page.getByRole('region', { name: 'Logo for dark backgrounds' });
  const file = (buffer: Buffer, name = 'logo.png') => ({ name, mimeType: 'image/png', buffer });
  await light.getByLabel(/image file/).setInputFiles(file(Buffer.from('<svg/>'), 'logo.svg'));
  await expect(light.getByText('export yours as PNG')).toBeVisible();
  await light.getByLabel(/image file/).setInputFiles(file(await image(page, 300, '#204060')));
  await expect(light.getByRole('img')).toBeVisible();
  await dark.getByLabel(/image file/).setInputFiles(file(await image(page, 360, '#c0e0f0')));
  await expect(dark.getByRole('button', { name: 'Remove' })).toBeVisible();

  await open(page, '/');
  const home = page.getByRole('banner').getByRole('link', { name: 'Reprise' });
  const logo = home.getByRole('img');
  const source = () => logo.evaluate((element: HTMLImageElement) => element.currentSrc);
  await expect(logo).toHaveAttribute('height', '32');
  const lightSource = await source();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(source).not.toBe(lightSource);
  await page.emulateMedia({ colorScheme: 'light' });

  await open(page, '/admin/settings?tab=appearance');
  await light.getByRole('button', { name: 'Remove' }).click();
  await expect(light.getByRole('button', { name: 'Upload' })).toBeVisible();
  await open(page, '/');
  await expect(home).toBeVisible();
  await expect(logo).toHaveCount(0);
});
