import { expectNoViolations } from './accessibility.ts';
import { goByKey, openBackOffice } from './back-office.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, test } from './journey.ts';
import { mailsTo } from './mails.ts';
import { scan } from './scanner.ts';
import { heading, notice, track } from './shopper.ts';

test('an order leaves in two parcels, and its customer follows both on a phone', {
  tag: ['@orders'],
}, async ({ page, shop, newVisitor }) => {
  const device = await addDevice(shop, { stockCount: 3 });
  const email = newEmail();
  const order = await placeOrderByApi(shop, device, { quantity: 3, email });
  await payOrderByApi(shop, order);
  await page.setViewportSize({ width: 390, height: 844 });
  const packer = await newVisitor();
  await openBackOffice(packer);
  await goByKey(packer, 'k');
  await scan(packer, order.orderNumber);
  await expect(heading(packer, `Pack ${order.orderNumber}`)).toBeVisible();

  await test.step('ship one of three', async () => {
    await packer.getByRole('button', { name: 'Ship a part of it' }).click();
    const dialog = packer.getByRole('dialog', { name: 'Ship a part of it' });
    await dialog.getByRole('button', { name: 'Ship this parcel' }).click();
    await expect(dialog.getByText('Choose what is in the parcel')).toBeVisible();
    await dialog.getByLabel('In this parcel, of 3').fill('1');
    await dialog.getByLabel('Carrier').fill('UPS');
    await dialog.getByLabel('Tracking number').fill(`1Z${order.orderNumber}`);
    await expectNoViolations(packer, 'the dialog of a part of an order');
    await dialog.getByRole('button', { name: 'Ship this parcel' }).click();
    await expect(notice(packer, 'The parcel is on its way. The rest stays to be packed.')).toBeVisible();
    await expect(packer.getByRole('list', { name: 'Parcels' })).toContainText('Parcel 1');
    await expect(packer.getByText('Take 2')).toBeVisible();
  });

  await test.step('the customer reads what is on its way and what follows', async () => {
    await track(page, order.orderNumber, email);
    await page.getByRole('link', { name: 'Open the order' }).click();
    await expect(page.getByText('Partly shipped')).toBeVisible();
    const parcels = page.getByRole('list', { name: 'Parcels' });
    await expect(parcels).toContainText(`1Z${order.orderNumber}`);
    await expect(
      page.getByText('A part of your order has left, so it cannot be cancelled here.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden();
    await expect(parcels).toContainText('Still to come');
    await expect(parcels).toContainText(`2 × ${device.name}`);
    await expectNoViolations(page, 'an order in several parcels');
    await expect
      .poll(async () =>
        (await mailsTo(shop, email)).some(({ subject }) => subject.includes('A part of your')),
      )
      .toBe(true);
  });

  await test.step('the list filters by it, and slips are of one parcel', async () => {
    const desk = await packer.context().newPage();
    await desk.goto(`/admin/orders?status=partly-shipped&search=1Z${order.orderNumber}`);
    const status = desk.getByLabel(`Status of order ${order.orderNumber}`);
    await expect(status).toHaveValue('processing');
    await expect(status.locator('option:checked')).toHaveText('Partly shipped');
    const slips = `/admin/orders/print/packing-slips?orders=${order.orderNumber}`;
    await desk.goto(`${slips}&parcel=1`);
    const slip = desk.getByRole('article', { name: `Packing slip ${order.orderNumber}` });
    await expect(slip).toContainText(`Order ${order.orderNumber}, parcel 1`);
    await expect(slip.getByRole('row').last().getByRole('cell').last()).toHaveText('1');
    await expect(slip).toContainText(`In another parcel, which follows2 × ${device.name}`);
    await desk.goto(slips);
    await expect(slip).toContainText('parcel 2');
    await expect(slip.getByRole('row').last().getByRole('cell').last()).toHaveText('2');
    await expect(slip).toContainText(`Sent before1 × ${device.name}`);
    await desk.close();
  });

  await test.step('ship the rest', async () => {
    await expect(packer.getByLabel('Tracking number')).toHaveValue('');
    await packer.getByLabel('Tracking number').fill(`2Z${order.orderNumber}`);
    await packer.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(packer.getByText('This order is shipped.')).toBeVisible();
    await page.reload();
    const parcels = page.getByRole('list', { name: 'Parcels' });
    await expect(parcels).toContainText('Parcel 2');
    await expect(parcels).not.toContainText('Still to come');
  });

  await test.step('the last parcel that arrives makes the order delivered', async () => {
    await packer.getByRole('link', { name: 'Open the order' }).click();
    const delivered = packer.getByRole('button', { name: 'It has arrived' });
    await delivered.first().click();
    await expect(notice(packer, 'Parcel 1 is delivered')).toBeVisible();
    await expect(delivered).toHaveCount(1);
    await delivered.click();
    await expect(notice(packer, 'Parcel 2 is delivered')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
  });
});
