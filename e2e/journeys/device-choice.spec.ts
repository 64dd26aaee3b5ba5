import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, type Device, stockOf } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { newImei, newSerial, scan } from './scanner.ts';
import {
  addButton,
  buyWhatIsInTheCart,
  fillAddress,
  heading,
  newPerson,
  notice,
  openCart,
} from './shopper.ts';

const phoneSurfaces = ['screen-on', 'screen-off', 'body', 'lens'];

/** Puts a tested and graded phone on sale; returns its unit number and its serial number. */
async function listPhone(shop: Shop, product: Device, picture: Buffer, battery: number, worst = 'A') {
  const post = async (path: string, body: object) => {
    const answer = await call(shop.url, 'POST', path, { token: shop.adminToken, body });
    expect(answer.status, path).toBeLessThan(300);
    return answer.body.data;
  };
  const serial = newSerial();
  const identifiers = [
    { kind: 'serial', value: serial },
    { kind: 'imei', value: newImei() },
  ];
  const { unit } = await post('/units', { model: { product: product.id }, identifiers });
  const { body } = await call(shop.url, 'GET', `/units/${unit.id}/bench`, { token: shop.adminToken });
  const { checklist, standard } = body.data.bench;
  const results = Object.fromEntries(checklist.tests.map(({ key }: { key: string }) => [key, 'pass']));
  await post(`/units/${unit.id}/tests`, { checklist: checklist.id, results, battery, cycles: 150 });
  const surfaces = Object.fromEntries(phoneSurfaces.map((key) => [key, key === 'body' ? worst : 'A']));
  const answers = { surfaces, isRefurbished: false };
  await post(`/units/${unit.id}/gradings`, {
    standard: standard.id,
    answers,
    code: 'B',
    reason: worst === 'B' ? '' : 'Sold as good',
  });
  await publishPhoto(shop, unit.id, picture);
  await post('/units/wipes', {
    ids: [unit.id],
    category: 'purge',
    method: 'Factory reset',
    verification: 'tool',
    result: 'passed',
  });
  await post('/units/moves', { ids: [unit.id], to: 'ready', reason: 'Erased elsewhere' });
  await post('/units/listings', { ids: [unit.id], product: product.id });
  return { number: unit.number as string, serial };
}

/** Adds a photo of the back with a named mark, and publishes it. */
async function publishPhoto(shop: Shop, unit: string, picture: Buffer): Promise<void> {
  const form = new FormData();
  form.append('photo', new File([new Uint8Array(picture)], 'back.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${shop.adminToken}` };
  const added = await fetch(`${shop.url}/api/units/${unit}/photos?view=back`, {
    method: 'POST',
    headers,
    body: form,
  });
  const [photo] = (await added.json()).data.photos;
  const marks = [{ x: 0.5, y: 0.3, name: 'Scratch near the camera' }];
  await call(shop.url, 'PUT', `/units/${unit}/photos/${photo.id}`, {
    token: shop.adminToken,
    body: { isPublic: true, marks },
  });
}

test('a device that is picked before its script has arrived stays picked', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const product = await addDevice(shop, { category: 'Smartphones', condition: 'good', stockCount: 0 });
  await call(shop.url, 'PUT', `/products/${product.id}/tracking`, {
    token: shop.adminToken,
    body: { tracking: 'serial' },
  });
  const picture = await page.screenshot();
  await listPhone(shop, product, picture, 97);
  const second = await listPhone(shop, product, picture, 84, 'B');
  const released = Promise.withResolvers<void>();
  await page.context().route(/\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes('We pack the one that has been on sale longest')) await released.promise;
    await route.fulfill({ response, body });
  });
  await open(page, `/product/${product.slug}`);
  await page.getByText('Choose the exact device (2)').click();
  await page.getByRole('group', { name: 'Device' }).getByText(second.number).click();
  await expect(page.getByText(`Your device: ${second.number}`)).toBeHidden();
  released.resolve();
  await expect(page.getByText(`Your device: ${second.number}`)).toBeVisible();
  // The viewer of photos may still be on its way.
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
});

test('a shopper picks the exact device on a phone, and the packer sends that one', {
  tag: ['@units'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  tolerate(/409|ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await addDevice(shop, { category: 'Smartphones', condition: 'good', stockCount: 0 });
  await call(shop.url, 'PUT', `/products/${product.id}/tracking`, {
    token: shop.adminToken,
    body: { tracking: 'serial' },
  });
  const picture = await page.screenshot();
  const best = await listPhone(shop, product, picture, 97);
  const worn = await listPhone(shop, product, picture, 84, 'B');
  const person = newPerson();

  await test.step('choose by battery and wear', async () => {
    await open(page, `/product/${product.slug}`);
    await page.getByText('Choose the exact device (2)').click();
    const devices = page.getByRole('group', { name: 'Device' });
    await expect(devices.getByRole('radio')).toHaveCount(3);
    await expect(devices.getByRole('radio').first()).toBeChecked();
    await expect(devices).toContainText('Battery 97%, 150 cycles');
    await expect(devices).toContainText('Body: at most 5 marks');
    const photos = page.getByRole('list', { name: `Photos of ${worn.number}` });
    const photo = photos.getByRole('link', { name: 'Back; marked: Scratch near the camera' });
    await expect(photo).toHaveAttribute('href', /^\/media\//);
    // The viewer's script is there before the press.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await photo.click();
    const viewer = page.getByRole('dialog', { name: `Images of ${worn.number}` });
    await expect(viewer).toContainText('marked: Scratch near the camera');
    await page.context().setOffline(false);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await devices.getByText(worn.number).click();
    await expect(page.getByText(`Your device: ${worn.number}`)).toBeVisible();
    await expectNoViolations(page, 'product with a chosen device');
  });

  await test.step('the cart keeps the choice, once', async () => {
    const add = page.getByRole('main').getByRole('button', { name: 'Add this device' }).first();
    await add.click();
    await expect(notice(page, `${product.name} added to cart!`)).toBeVisible();
    await add.click();
    await expect(notice(page, 'This device is already in your cart.')).toBeVisible();
    const drawer = await openCart(page);
    await expect(drawer).toContainText(`Your device: ${worn.number}`);
    await expect(drawer.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('1');
  });

  const other = await newVisitor();
  await open(other, `/product/${product.slug}`);
  await other.getByText('Choose the exact device (2)').click();
  await other.getByRole('group', { name: 'Device' }).getByText(worn.number).click();
  await other.getByRole('button', { name: 'Add this device' }).first().click();

  const orderNumber = await buyWhatIsInTheCart(page, person);
  await expect(page.getByRole('main')).toContainText(`Your device: ${worn.number}`);
  expect(await stockOf(shop, product)).toBe(1);

  await test.step('another shopper is told that it is sold', async () => {
    await open(other, '/cart');
    await expect(other.getByRole('status').first()).toContainText(
      `${worn.number}, has been sold and was removed from your cart.`,
    );
    await open(other, `/product/${product.slug}`);
    await other.getByText('Choose the exact device (1)').click();
    await expect(addButton(other)).toBeVisible();
  });

  await test.step('the packer is led to the chosen device', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openBackOffice(page, `/admin/pack?order=${orderNumber}`);
    await expect(heading(page, `Pack ${orderNumber}`)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Chosen by the buyer' })).toContainText(worn.number);
    const status = page.getByRole('status').first();
    await scan(page, best.serial);
    await expect(status).toContainText(`The buyer chose ${worn.number}. Put this one back.`);
    await scan(page, worn.serial);
    await expect(status).toContainText('All devices are scanned.');
    await page.keyboard.press('Backspace');
    await expect(status).toContainText('It stays reserved for its buyer.');
    const answered = Promise.withResolvers<void>();
    await page.route(/\/packing\/[^/]+\/devices$/, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await scan(page, worn.serial);
    await page.getByLabel('Carrier').fill('UPS');
    await page.getByLabel('Tracking number').fill('1Z999AA10123456784');
    const ship = page.getByRole('button', { name: 'Ship', exact: true });
    await expect(ship).toBeDisabled();
    answered.resolve();
    await ship.click();
    await expect(page.getByText('This order is shipped.')).toBeVisible();
  });

  await test.step('a phone order takes the other one', async () => {
    await open(page, '/admin/orders/new');
    await page.getByLabel('Find a product').fill(product.name);
    await page.getByRole('button', { name: `Add ${product.name}, Good` }).click();
    await page.getByText('Any device (1 on sale)').click();
    await page
      .getByRole('group', { name: `Devices of ${product.name}` })
      .getByRole('checkbox')
      .check();
    await expect(page.getByText(`Chosen: ${best.number}`)).toBeVisible();
    await fillAddress(page, newPerson());
    await page.getByRole('button', { name: /^Place order/ }).click();
    await expect(heading(page, /^Order MJ-/)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(best.number);
  });
});
