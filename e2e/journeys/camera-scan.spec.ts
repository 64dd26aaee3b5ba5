import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices } from '@playwright/test';

import { findBrowser } from '../find-browser.ts';
import { expectNoViolations } from './accessibility.ts';
import { goByKey, openBackOffice } from './back-office.ts';
import { writeCameraVideo } from './camera-video.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { newSerial } from './scanner.ts';
import { heading } from './shopper.ts';

const serial = newSerial();
const folder = mkdtempSync(join(tmpdir(), 'reprise-camera-'));
const video = join(folder, 'camera.y4m');
writeCameraVideo(video, serial);
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { viewport, isMobile, hasTouch } = devices['iPhone 15'];
test.use({
  viewport,
  isMobile,
  hasTouch,
  launchOptions: {
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      // The headless shell leaves the question for the camera unanswered.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
});

test('a device is received with the camera of a phone, once', { tag: ['@units'] }, async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['camera']);
  const product = await addDevice(shop, { category: 'Laptops' });
  await openBackOffice(page);
  // Opened on a page of the shop, the document may not use the camera: the button opens it anew.
  await open(page, '/');
  await page.getByRole('banner').getByLabel('Menu', { exact: true }).first().click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Admin Panel' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await goByKey(page, 'e');
  await expect(heading(page, 'Receive devices')).toBeVisible();
  const scans: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/units/scan')) scans.push(request.url());
  });
  await page.getByRole('button', { name: 'Camera' }).click();
  const status = page.getByRole('status').first();
  await expect(status).toContainText('Which model is it?');
  await page.keyboard.type(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await page.getByRole('button', { name: 'Yes, it is' }).click();
  await expect(status).toContainText('Received U-');
  const received = page.getByRole('region', { name: 'Received now' });
  await expect(received.getByRole('listitem')).toHaveCount(1);
  await expectNoViolations(page, 'camera of a phone');
  // The code is still in view for two more seconds and is not scanned again.
  await page
    .getByLabel('Camera', { exact: true })
    .and(page.locator('video'))
    .evaluate(
      (element: HTMLVideoElement) =>
        new Promise<void>((resolve) => {
          const end = element.currentTime + 2;
          element.addEventListener('timeupdate', () => element.currentTime > end && resolve());
        }),
    );
  expect(scans).toHaveLength(1);
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect(page.locator('video')).toHaveCount(0);
  await open(page, `/admin/units?search=${serial}`);
  await expect(page.getByText(product.name).first()).toBeVisible();
});

test('a camera that may not be used says what to do', { tag: ['@units'] }, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await openBackOffice(page, '/admin/receive?camera=on');
  await expect(page.getByText('Allow it in the settings of this site.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByLabel('Scan')).toBeEditable();
});
