import sharp from 'sharp';
import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, test } from './journey.ts';
import { heading, track } from './shopper.ts';

const photoOf = async (background: string, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 3000, height: 2000, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test('a guest sends photos of damage on a phone, and staff enlarge them', {
  tag: ['@orders'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  tolerate(/ERR_FAILED/);
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
  const files = page.getByLabel('Photos to add');
  const photos = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('button');

  await test.step('the reason says that it needs a photo', async () => {
    await page.getByLabel('Why?').selectOption({ label: 'No longer needed' });
    await expect(files).toHaveCount(0);
    await page.getByLabel('Why?').selectOption({ label: 'Damaged on the way' });
    await page.getByRole('button', { name: 'Ask to return' }).click();
    await expect(page.getByText('Add a photo of the damage.')).toBeVisible();
    await expectNoViolations(page, 'the photos of a return');
  });

  await test.step('a photo that was not sent is sent again', async () => {
    await page.route('**/return-photos?*', (route) => route.abort());
    await files.setInputFiles(await photoOf('#a33', 'first.jpg'));
    await expect(page.getByText('Not sent. The photo is still here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask to return' })).toBeDisabled();
    await page.unroute('**/return-photos?*');
    await page.getByRole('button', { name: 'Send the photo again' }).click();
    await expect(photos).toHaveCount(1);
  });

  await test.step('more photos are added, one is removed, and a reload loses none', async () => {
    await files.setInputFiles([await photoOf('#3a3', 'a.jpg'), await photoOf('#33a', 'b.jpg')]);
    await expect(photos).toHaveCount(3);
    await photos.nth(2).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: 'Photo 3 of 3' })).toBeVisible();
    await expectNoViolations(page, 'an enlarged photo of a return');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Delete photo' }).click();
    await expect(photos).toHaveCount(2);
    await page.reload();
    await expect(photos).toHaveCount(2);
    await page.getByRole('button', { name: 'Ask to return' }).click();
    await expect(heading(page, /^Return RMA-/)).toBeVisible();
    await expect(photos).toHaveCount(2);
  });

  await test.step('staff see the photos and enlarge them', async () => {
    const number = new URL(page.url()).searchParams.get('return') ?? '';
    const desk = await newVisitor();
    await openBackOffice(desk, `/admin/returns/${number}`);
    await desk.getByRole('button', { name: 'Photo 1 of 2' }).click();
    const dialog = desk.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: 'Photo 1 of 2' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(desk.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' })).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await expectNoViolations(desk, 'the photos of a return at the desk');
  });
});
