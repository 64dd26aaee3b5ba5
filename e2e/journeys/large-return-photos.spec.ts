import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { maxUploadBytes } from '@reprise/contract/foundations/media';
import sharp from 'sharp';
import { call } from '../plain-client.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, test } from './journey.ts';
import { heading, track } from './shopper.ts';

/** Returns a JPEG of noise, which no encoder makes small. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();

test(
  'a guest sends photos of 40 MB on a phone, two at once, and a failure loses nothing of the form',
  {
    tag: ['@orders'],
  },
  async ({ page, shop, tolerate }, testInfo) => {
    tolerate(/ERR_FAILED/);
    const [large, second] = ['large.jpg', 'second.jpg'].map((name) => testInfo.outputPath(name)) as [
      string,
      string,
    ];
    const photo = await noise(5000, 3700);
    expect(photo.length).toBeGreaterThan(40_000_000);
    writeFileSync(large, photo);
    writeFileSync(second, await noise(2000, 1500));
    const device = await addDevice(shop, { price: 200 });
    const email = newEmail();
    const order = await placeOrderByApi(shop, device, { email });
    await payOrderByApi(shop, order);
    const delivered = { token: shop.adminToken, body: { status: 'delivered' } };
    await call(shop.url, 'PUT', `/orders/${order.id}/status`, delivered);
    await page.setViewportSize({ width: 390, height: 844 });
    await track(page, order.orderNumber, email);
    await page.getByRole('link', { name: 'Open the order' }).click();
    await page.getByRole('link', { name: 'Return or repair' }).click();
    await page.getByRole('checkbox', { name: device.name }).check();
    await page.getByLabel('Why?').selectOption('damaged-in-transit');
    const note = page.getByLabel('What should we know?');
    await note.fill('The corner is dented.');
    const files = page.getByLabel('Photos to add');
    const photos = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('button');
    const waiting = page.getByRole('list', { name: 'Photos on their way' }).getByRole('listitem');
    const ask = page.getByRole('button', { name: 'Ask to return' });

    await test.step('both are shown while they are shrunk, and the form waits for them', async () => {
      const sizes: number[] = [];
      await page.route('**/return-photos?*', async (route) => {
        sizes.push(route.request().postDataBuffer()?.length ?? 0);
        await (sizes.length === 2 ? route.abort() : route.continue());
      });
      await files.setInputFiles([large, second]);
      await expect(waiting).toHaveCount(2);
      await expect(waiting.first().getByRole('progressbar')).toBeVisible();
      await expect(ask).toBeDisabled();
      await expect(page.getByText('Wait until each photo is sent')).toBeVisible();
      await expect(page.getByText('Not sent. The photo is still here')).toBeVisible({ timeout: 60_000 });
      await expect(photos).toHaveCount(1);
      expect(Math.max(...sizes)).toBeLessThan(maxUploadBytes + 1000);
      await page.unroute('**/return-photos?*');
    });

    await test.step('a file that is no photo says so, and takes nothing with it', async () => {
      const broken = { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: randomBytes(1000) };
      await files.setInputFiles(broken);
      await expect(page.getByText('This is an image that this browser cannot read.')).toBeVisible();
      await expect(note).toHaveValue('The corner is dented.');
      await page.getByRole('button', { name: 'Discard photo' }).last().click();
      await page.getByRole('button', { name: 'Send the photo again' }).click();
      await expect(photos).toHaveCount(2);
      await expect(note).toHaveValue('The corner is dented.');
    });

    await ask.click();
    await expect(heading(page, /^Return RMA-/)).toBeVisible();
    await expect(photos).toHaveCount(2);
    await expect(page.getByText('“The corner is dented.”')).toBeVisible();
  },
);
