import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { newImei, newSerial } from './scanner.ts';
import { heading, newPerson } from './shopper.ts';

/** Receives a phone of a product that is tracked by device. */
async function receivePhone(shop: Shop) {
  const product = await addDevice(shop, { category: 'Smartphones', stockCount: 0, price: 7654 });
  const send = (method: string, path: string, body: object) =>
    call(shop.url, method, path, { token: shop.adminToken, body });
  await send('PUT', `/products/${product.id}/tracking`, { tracking: 'serial' });
  const serial = newSerial();
  const imei = newImei();
  const { body } = await send('POST', '/units', {
    model: { product: product.id },
    identifiers: [
      { kind: 'serial', value: serial },
      { kind: 'imei', value: imei },
    ],
    place: 'ZQ9',
    note: 'From the estate of Zacharias Quill',
  });
  const { id, number, passport } = body.data.unit;
  return { product, id, number, passport, serial, imei, send };
}

test('a phone sends a photo without signing in, and the passport shows it once it is public', {
  tag: ['@units'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  tolerate(/404|400/);
  const { number, passport, serial } = await receivePhone(shop);
  const picture = await page.screenshot();
  await openBackOffice(page, `/admin/units/${number}`);
  await page.getByRole('button', { name: 'Use a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take photos with a phone' });
  const link = await dialog.getByRole('link', { name: 'Open the page in this browser' }).getAttribute('href');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const phone = await newVisitor();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(link ?? '');
  await expect(phone.getByRole('button', { name: 'Front' }).first()).toBeVisible();
  await expectNoViolations(phone, 'camera page');
  const chooser = phone.waitForEvent('filechooser');
  await phone.getByRole('button', { name: 'Back', exact: true }).click();
  await (await chooser).setFiles({ name: 'back.png', mimeType: 'image/png', buffer: picture });
  await expect(phone.getByRole('button', { name: /^Back.*taken$/ })).toBeVisible();

  const photo = page.getByRole('button', { name: 'Photo 1, Back, private' });
  await expect(photo).toBeVisible();
  const visitor = await newVisitor();
  await open(visitor, `/device/${passport}`);
  await expect(visitor.getByRole('list', { name: 'Photos of this device' })).toBeHidden();
  await photo.click();
  const form = page.getByRole('dialog', { name: /^Back, photo 1 of 1$/ });
  await form.getByLabel('Public').check();
  await form.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByRole('button', { name: 'Photo 1, Back, public' })).toBeVisible();

  await open(visitor, `/device/${passport}`);
  await expect(visitor.getByRole('list', { name: 'Photos of this device' })).toBeVisible();
  await expectNoViolations(visitor, 'passport');
  await visitor.getByLabel(/^Last 6 characters/).fill(serial.slice(-6));
  await visitor.getByRole('button', { name: 'Check my device' }).click();
  await expect(visitor.getByText('Yes. This passport belongs to your device.')).toBeVisible();
  const unknown = await visitor.goto(`/device/${'0'.repeat(32)}`);
  expect(unknown?.status()).toBe(404);
  await expect(heading(visitor, 'No passport here')).toBeVisible();
});

test('the passport of a sold device names neither person, order, price, place nor number', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const person = newPerson();
  const { product, id, number, passport, serial, imei, send } = await receivePhone(shop);
  await send('POST', '/units/wipes', {
    ids: [id],
    category: 'purge',
    method: 'Factory reset',
    verification: 'tool',
    result: 'passed',
  });
  await send('POST', '/units/moves', { ids: [id], to: 'ready', reason: 'Sealed box' });
  await send('POST', '/units/listings', { ids: [id], product: product.id });
  const order = await placeOrderByApi(shop, product, { email: person.email });
  await payOrderByApi(shop, order);
  await send('POST', `/packing/${order.id}/devices`, { code: number });
  await send('PUT', `/orders/${order.id}/status`, {
    status: 'shipped',
    carrier: 'UPS',
    trackingNumber: '1Z',
  });

  const secrets = [
    person.email,
    order.orderNumber,
    order.id,
    '7654',
    'ZQ9',
    'Quill',
    number,
    id,
    serial,
    imei,
  ];
  const json = await (await fetch(`${shop.url}/api/devices/${passport}`)).text();
  const html = await (await fetch(`${shop.url}/device/${passport}`)).text();
  expect(json).toContain(product.name);
  expect(html).toContain(product.name);
  for (const secret of secrets) {
    expect([secret, json.includes(secret)]).toEqual([secret, false]);
    // Addresses of scripts have hashes with any digits.
    if (secret !== '7654') expect([secret, html.includes(secret)]).toEqual([secret, false]);
  }
  await openBackOffice(page, `/admin/units/${number}`);
  await expect(page.getByRole('main')).toContainText(order.orderNumber);
});
