import type { Page } from '@playwright/test';
import { openEasyPost } from '@reprise/easypost/test/easypost-server';
import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { connectCarrier } from './connect-carrier.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, test as journey, type Shop } from './journey.ts';
import { heading, notice, track } from './shopper.ts';
import { type TimedShop, useTimedShop } from './timed-shop.ts';

type EasyPost = Awaited<ReturnType<typeof openEasyPost>>;

/** Journeys in a shop with an adjustable clock, whose carriers are a stand-in for EasyPost. */
const test = journey.extend<object, { easypost: EasyPost; timed: TimedShop }>({
  easypost: [
    async ({ browser: _ }, use) => {
      const easypost = await openEasyPost();
      await use(easypost);
      await easypost.close();
    },
    { scope: 'worker' },
  ],
  timed: [
    async ({ easypost }, use) =>
      useTimedShop({ settings: { EASYPOST_API_URL: easypost.url } }, async (timed) => {
        const body = { name: 'Smartphones', description: 'Smartphones' };
        await call(timed.shop.url, 'POST', '/categories', { token: timed.shop.adminToken, body });
        await connectCarrier(timed.shop);
        await use(timed);
      }),
    { scope: 'worker', timeout: 300_000 },
  ],
  shop: [async ({ timed }, use) => use(timed.shop), { scope: 'worker' }],
  baseURL: async ({ shop }, use) => use(shop.url),
});

const dayMs = 24 * 3_600_000;

/** Delivers an order of a guest and opens it on a phone. */
async function openDelivered(page: Page, shop: Shop) {
  const device = await addDevice(shop, { price: 200 });
  const email = newEmail();
  const order = await placeOrderByApi(shop, device, { email });
  await payOrderByApi(shop, order);
  const body = { status: 'delivered' };
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, { token: shop.adminToken, body });
  await page.setViewportSize({ width: 390, height: 844 });
  await track(page, order.orderNumber, email);
  await page.getByRole('link', { name: 'Open the order' }).click();
  await page.getByRole('link', { name: 'Return or repair' }).click();
  await page.getByRole('checkbox', { name: device.name }).check();
  await page.getByLabel('Why?').selectOption('does-not-work');
  await expect(page.getByText('We pay for the way back.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask to return' }).click();
  await expect(heading(page, /^Return RMA-/)).toBeVisible();
  return new URL(page.url()).searchParams.get('return') ?? '';
}

async function follow(shop: Shop, easypost: EasyPost, statuses: string[]): Promise<void> {
  const code = [...easypost.shipments.values()].findLast(({ tracking_code }) => tracking_code)?.tracking_code;
  const steps = statuses.map((status, index) => ({
    status,
    datetime: new Date(Date.now() + (index + 1) * 60_000).toISOString(),
  }));
  const { body, signature } = easypost.eventOf(code ?? '', steps);
  const headers = { 'content-type': 'application/json', 'x-hmac-signature': signature };
  const answer = await fetch(`${shop.url}/api/shipping/events`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

const nextStep = (page: Page) => page.getByRole('status').first();

async function buyLabel(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Get rates' }).click();
  const popup = desk.waitForEvent('popup');
  await desk.getByRole('button', { name: 'Buy label for $7.58' }).dblclick();
  await (await popup).close();
  await expect(desk.getByRole('button', { name: 'Print label' })).toBeVisible();
}

test('the store pays the label of a return, its customer prints it, and the parcel is followed', {
  tag: ['@orders'],
}, async ({ page, shop, easypost, newVisitor }) => {
  const number = await openDelivered(page, shop);
  const desk = await newVisitor();
  await test.step('staff approve and buy the label, a double press buys one', async () => {
    await openBackOffice(desk, `/admin/returns/${number}`);
    await desk.getByRole('button', { name: 'Approve' }).click();
    await expect(desk.getByText('You pay for the way back. The customer gets the label')).toBeVisible();
    const before = easypost.state.bought;
    await buyLabel(desk);
    expect(easypost.state.bought).toBe(before + 1);
    await expectNoViolations(desk, 'the label of a return at the desk');
  });

  await test.step('the customer reads by when to send it, and prints the label', async () => {
    await page.reload();
    await expect(nextStep(page)).toHaveText(/^Send the parcel by \w+ \d+, \d{4}\.$/);
    await expect(page.getByRole('heading', { name: 'Your label' })).toBeVisible();
    await expect(page.getByText(/hand it to USPS by \w+ \d+, \d{4}\./)).toBeVisible();
    await expect(page.getByText('We pay for the way back.')).toBeVisible();
    await expect(page.getByRole('img', { name: `Code of return ${number}` })).toBeVisible();
    await expectNoViolations(page, 'the label of a return');
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Print the label' }).click();
    await (await popup).close();
  });

  await test.step('the carrier moves it, and its delivery begins the time to answer', async () => {
    await follow(shop, easypost, ['in_transit']);
    await page.reload();
    await expect(nextStep(page)).toContainText('Your parcel is on its way to us.');
    await expect(page.getByRole('button', { name: 'Print the label' })).toHaveCount(0);
    await follow(shop, easypost, ['in_transit', 'delivered']);
    await page.reload();
    await expect(nextStep(page)).toContainText('Your parcel was delivered to us.');
    await desk.reload();
    await expect(desk.getByText('Delivered.', { exact: true })).toBeVisible();
  });

  await desk.getByRole('button', { name: 'Count what came' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(desk.getByRole('dialog')).toBeHidden();
  await page.reload();
  await expect(nextStep(page)).toContainText('Your parcel has arrived.');
});

test('a label that is not used in time ends, cannot be voided, and serves the return that is revived', {
  tag: ['@orders'],
}, async ({ page, shop, easypost, newVisitor, timed: { setClock }, tolerate }) => {
  test.setTimeout(360_000);
  tolerate(/refund: Failed to load resource.* 409/);
  const number = await openDelivered(page, shop);
  const path = `/admin/returns/${number}`;
  const first = await newVisitor();
  await openBackOffice(first, path);
  await first.getByRole('button', { name: 'Approve' }).click();
  await buyLabel(first);
  const read = async () =>
    (await call(shop.url, 'GET', `/returns/${number}`, { token: shop.adminToken })).body.data.return;
  const sendBy = Date.parse((await read()).sendBy);

  await test.step('after the last day the customer can still send it for a while', async () => {
    await setClock(sendBy + dayMs);
    await page.clock.setFixedTime(sendBy + dayMs);
    await page.reload();
    await expect(nextStep(page)).toContainText(/was due to leave by .* Send it today, or write to us/);
    await expect(page.getByText('hand it to USPS today.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print the label' })).toBeVisible();
  });

  await test.step('then the return ends without a label, and the customer can write', async () => {
    easypost.state.refundStatus = 'rejected';
    await setClock(sendBy + 9 * dayMs);
    await expect.poll(async () => (await read()).state, { timeout: 90_000 }).toBe('expired');
    await page.reload();
    await expect(nextStep(page)).toContainText('did not reach us in time. Write to us if you have sent it');
    await expect(page.getByRole('button', { name: 'Print the label' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Write to us' })).toBeVisible();
    await expectNoViolations(page, 'an expired return');
  });

  const desk = await newVisitor();
  await test.step('the desk reads that the label could not be voided, and approves again', async () => {
    const kinds = async () => (await read()).events.map(({ kind }: { kind: string }) => kind);
    await expect.poll(kinds, { timeout: 90_000 }).toContain('label-not-void');
    await openBackOffice(desk, path);
    const box = desk.getByText('The return has ended, but its label could not be voided.');
    await expect(box).toContainText('it was used, or its time is over');
    await expectNoViolations(desk, 'a label that was not voided');
    await desk.getByRole('button', { name: 'Try again' }).click();
    await desk.getByRole('button', { name: 'Refund label' }).click();
    await expect(desk.getByText('The carrier does not refund this label').last()).toBeVisible();
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: 'Approve again' }).click();
    await expect(notice(desk, `Return ${number} approved. The customer gets an email.`)).toBeVisible();
    await expect(box).toHaveCount(0);
  });

  await page.reload();
  await expect(nextStep(page)).toContainText(/^Send the parcel by/);
  await expect(page.getByRole('button', { name: 'Print the label' })).toBeVisible();
});
