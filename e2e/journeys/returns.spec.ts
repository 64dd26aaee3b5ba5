import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { deliverTwo } from './delivered-devices.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, test } from './journey.ts';
import { heading, notice, track } from './shopper.ts';

test('a guest returns an item on a phone, and staff refund it less what is missing', {
  tag: ['@orders'],
}, async ({ page, shop, newVisitor }) => {
  const device = await addDevice(shop, { price: 200 });
  const email = newEmail();
  const order = await placeOrderByApi(shop, device, { email });
  await payOrderByApi(shop, order);
  for (const status of ['shipped', 'delivered']) {
    const moved = await call(shop.url, 'PUT', `/orders/${order.id}/status`, {
      token: shop.adminToken,
      body: { status },
    });
    expect(moved.status, moved.text).toBe(200);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await track(page, order.orderNumber, email);
  await page.getByRole('link', { name: 'Open the order' }).click();

  await test.step('what is typed survives a reload, and a double press asks once', async () => {
    await page.getByRole('link', { name: 'Return or repair' }).click();
    await expect(heading(page, 'Return or repair')).toBeVisible();
    await page.getByRole('checkbox', { name: device.name }).check();
    await page.getByLabel('What should we know?').fill('It lasts two hours.');
    await page.getByRole('button', { name: 'Ask to return' }).click();
    await expect(page.getByLabel('Why?')).toHaveAccessibleDescription('Choose a reason');
    await page.getByLabel('Why?').selectOption({ label: 'The battery is weak' });
    await expect(page.getByText('We pay for the way back.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('What should we know?')).toHaveValue('It lasts two hours.');
    await expectNoViolations(page, 'the form of a return');
    await page.getByRole('button', { name: 'Ask to return' }).dblclick();
    await expect(heading(page, /^Return RMA-/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'We read your request' })).toBeVisible();
  });
  const number = new URL(page.url()).searchParams.get('return') ?? '';

  const desk = await newVisitor();
  await test.step('staff approve the request', async () => {
    await openBackOffice(desk, '/admin/returns?tab=to-approve');
    await desk.getByRole('link', { name: number }).click();
    await desk.getByRole('button', { name: 'Approve' }).click();
    await expect(notice(desk, `Return ${number} approved. The customer gets an email.`)).toBeVisible();
    await expectNoViolations(desk, 'a return at the desk');
  });

  await test.step('the customer reads where to send it, and says that it is sent', async () => {
    await page.reload();
    await expect(page.getByRole('img', { name: `Code of return ${number}` })).toBeVisible();
    await page.getByLabel('Tracking number').fill('1Z999');
    await page.getByRole('button', { name: 'I have sent it' }).click();
    await expect(page.getByText('Your parcel is on its way to us.')).toBeVisible();
  });

  await test.step('customer and desk write to each other in the return', async () => {
    await page.getByRole('button', { name: 'Write to us' }).click();
    await page.getByLabel('What is wrong?').fill('The charger stays with me.');
    await page.getByRole('button', { name: 'Send message' }).dblclick();
    await expect(notice(page, 'Your message was sent. We will reply by email.')).toBeVisible();
    await desk.reload();
    await expect(desk.getByText('The charger stays with me.')).toHaveCount(1);
    await desk.getByLabel('Answer').fill('Then we deduct it.');
    await desk.getByRole('button', { name: 'Send answer' }).click();
    await expect(notice(desk, 'Answer sent')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Then we deduct it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
    await expectNoViolations(page, 'a return with messages');
  });

  await test.step('the desk counts it, decides and refunds', async () => {
    await desk.reload();
    await desk.getByRole('button', { name: 'Count what came' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Missing parts').fill('charger');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await expect(dialog).toBeHidden();
    await desk.getByRole('button', { name: 'Decide' }).click();
    await dialog.getByRole('radio', { name: /^Refund The money/ }).check();
    await dialog.getByRole('button', { name: 'Add a deduction' }).click();
    await dialog.getByLabel('Words for the customer').fill('Charger');
    await dialog.getByLabel('Amount').fill('16');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expectNoViolations(desk, 'a decided return');
    await desk.getByRole('button', { name: 'Settle' }).click();
    await dialog.getByRole('button', { name: 'Refund $200.00' }).click();
    await expect(notice(desk, `Return ${number} settled`)).toBeVisible();
  });

  await page.reload();
  await expect(page.getByText(/^This return is finished/)).toBeVisible();
  await expect(page.getByText('Missing accessory: Charger (−$16.00)')).toBeVisible();
  expect(await stockOf(shop, device)).toBe(5);
});

test('staff open a return for a customer on the page of the order', {
  tag: ['@orders'],
}, async ({ page, shop }) => {
  const device = await addDevice(shop);
  const order = await placeOrderByApi(shop, device, { quantity: 2 });
  await payOrderByApi(shop, order);
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, {
    token: shop.adminToken,
    body: { status: 'shipped' },
  });
  await openBackOffice(page, `/admin/orders/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Open a return' }).click();
  const dialog = page.getByRole('dialog', { name: `Return of order ${order.orderNumber}` });
  await dialog.getByLabel('Reason').selectOption({ label: 'Not as described' });
  await dialog.getByLabel('How many of 2?').fill('1');
  await expectNoViolations(page, 'a return opened by staff');
  await dialog.getByRole('button', { name: 'Open the return' }).dblclick();
  await expect(notice(page, /^Return RMA-\S+ opened\./)).toBeVisible();
  await page.getByRole('link', { name: /^RMA-/ }).click();
  await expect(heading(page, /^Return RMA-/)).toBeVisible();
  await expect(page.getByText('Not as described')).toBeVisible();
});

test('another device in the parcel is recorded, sent back, and nothing is refunded', {
  tag: ['@orders', '@units'],
}, async ({ page, shop, tolerate }) => {
  tolerate(/receive: Failed to load resource.* 409/);
  const [mine, other] = [await deliverTwo(shop), await deliverTwo(shop)];
  const [unit = ''] = mine.numbers;
  const [foreign = ''] = other.numbers;
  const lines = [{ product: mine.product.id, unit, reason: 'battery' }];
  const opened = await mine.send('POST', `/orders/${mine.order.id}/returns/staff`, { lines });
  expect(opened.status, opened.text).toBe(201);
  const { number } = opened.body.data.return;
  await openBackOffice(page, `/admin/returns/${number}`);
  await page.getByLabel('Scan', { exact: true }).fill(foreign);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`It was sold with order ${other.order.orderNumber}.`)).toBeVisible();
  await expectNoViolations(page, 'a refused scan of a return');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Nothing is refunded.')).toBeVisible();
  await expectNoViolations(page, 'the question about another device');
  await dialog.getByRole('button', { name: 'Record it' }).dblclick();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByRole('radio', { name: /^Refund The money/ })).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Send back/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send back' }).click();
  await dialog.getByLabel('Tracking number').fill('1Z321');
  await dialog.getByRole('button', { name: 'It has left' }).click();
  await expect(page.getByText('Not refunded, 1Z321')).toBeVisible();
  expect([await mine.stateOf(unit), await other.stateOf(foreign)]).toEqual(['sold', 'sold']);
});

test('a guest withdraws from a contract on a phone with two presses', {
  tag: ['@orders'],
}, async ({ page, shop }) => {
  const email = newEmail();
  const order = await placeOrderByApi(shop, await addDevice(shop), { email });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shop.url}/returns`);
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await expect(heading(page, 'Withdraw from contract')).toBeVisible();
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').first().fill(email);
  await expectNoViolations(page, 'the form of a withdrawal');
  const press = page.getByRole('button', { name: 'Withdraw from contract here' });
  await press.click();
  await expect(page.getByLabel('Order number')).toHaveAccessibleDescription(/Enter the number of your order/);
  await page.getByLabel('Order number').fill(order.orderNumber);
  await press.click();
  await expect(
    page.getByText(`I, Ada Byron, withdraw from the contract of order ${order.orderNumber}.`),
  ).toBeVisible();
  await expectNoViolations(page, 'the confirmation of a withdrawal');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).dblclick();
  await expect(
    page.getByRole('status').filter({ hasText: /We received your withdrawal .* on / }),
  ).toBeVisible();
});
