import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row, search } from './back-office.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailedLink, mailsTo } from './mails.ts';
import { field, fillAddress, fillCard, goodCard, heading, newPerson, notice } from './shopper.ts';

test('a phone order is paid by mailed link, gets a note and a partial refund', {
  tag: ['@main', '@payments'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  tolerate(/status of 400/);
  const person = newPerson();
  const device = await addDevice(shop);
  await openBackOffice(page, '/admin/orders/new');
  await page.getByLabel('Find a product').fill(device.name);
  await page.getByRole('button', { name: `Add ${device.name}, Good` }).click();
  await fillAddress(page, person);
  await expectNoViolations(page, 'New order');
  await page.getByText('Buying for a business?').click();
  await page.getByLabel('VAT number').fill('DE 136 695 977');
  await page.getByRole('button', { name: 'Place order $216.00' }).click();
  await expect(page.getByLabel('VAT number')).toBeFocused();
  await expect(page.getByLabel('VAT number')).toHaveAccessibleDescription(/check digits/);
  await page.getByLabel('VAT number').fill('');
  await page.getByRole('button', { name: 'Place order $216.00' }).click();
  await expect(heading(page, /^Order MJ-/)).toBeVisible();
  const number = (await heading(page, /^Order MJ-/).innerText()).replace('Order ', '');

  await test.step('the customer pays by the link in the mail', async () => {
    const link = await mailedLink(shop, person.email, `orders/${number}`);
    const guest = await newVisitor();
    await open(guest, link);
    await fillCard(guest, goodCard);
    await guest.getByRole('button', { name: 'Pay $216.00' }).click();
    await expect(guest.getByText('Paid by card')).toBeVisible();
  });

  await test.step('add a note and refund ten dollars', async () => {
    await open(page, `/admin/orders/${number}`);
    await page.getByLabel('Write a note').fill('Called about the color');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Called about the color' })).toBeVisible();
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog', { name: `Refund order ${number}` });
    await field(dialog, 'Amount').fill('10');
    await field(dialog, 'Reason').fill('A scratch');
    await expectNoViolations(page, 'Refund');
    await dialog.getByRole('button', { name: 'Refund $10.00' }).click();
    await expect(notice(page, '$10.00 will be refunded to the customer')).toBeVisible();
    await expect(page.getByText('A scratch')).toBeVisible();
    await expect(page.getByText('Partly refunded')).toBeVisible();
    await expectNoViolations(page, 'an order as a page');
  });
});

test('several orders ship at once, each with a tracking number', async ({ page, shop }) => {
  const device = await addDevice(shop);
  const email = `${crypto.randomUUID().slice(0, 8)}@bulk.example.com`;
  const [one, two] = [
    await placeOrderByApi(shop, device, { email }),
    await placeOrderByApi(shop, device, { email }),
  ];
  await openBackOffice(page, '/admin/orders');
  await search(page, 'Search by order or customer', email);
  await expect(row(page, one.orderNumber)).toBeVisible();
  await expect(page.getByText('1-2 of 2')).toBeVisible();
  await page.getByLabel('Select all on this page').click();
  await expectNoViolations(page, 'a selection');
  await page.getByRole('button', { name: 'Ship…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' });
  const numbers = dialog.getByPlaceholder('Tracking number');
  await expect(numbers.first()).toBeFocused();
  await dialog.getByLabel('Carrier of all parcels').fill('UPS');
  await numbers.first().focus();
  // A scanner types the number and presses Enter.
  await page.keyboard.type('1ZONE\n1ZONE\n');
  await expect(dialog.getByText(/This number is already on/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Mark as shipped' })).toBeDisabled();
  await dialog.getByLabel(`Tracking number of ${two.orderNumber}`).fill('1ZTWO');
  await dialog.getByLabel(`Tracking number of ${one.orderNumber}`).fill('1ZONE');
  await numbers.last().press('Enter');
  await expect(dialog.getByRole('button', { name: 'Mark as shipped' })).toBeFocused();
  await expectNoViolations(page, 'Ship 2 orders');
  await expect(dialog).toContainText('are not paid.');
  await dialog.getByRole('button', { name: 'Mark as shipped' }).dblclick();
  await expect(dialog.getByRole('alert')).toContainText('Press again to ship without payment.');
  await expectNoViolations(page, 'Ship 2 unpaid orders');
  await dialog.getByRole('button', { name: 'Ship without payment' }).click();
  await expect(notice(page, '2 orders shipped')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await page.evaluate(() => localStorage.getItem('last-carrier'))).toBe('UPS');
  await search(page, 'Search by order or customer', '1ZTWO');
  await expect(row(page, two.orderNumber)).toBeVisible();
  await expect(row(page, one.orderNumber)).toBeHidden();
  await open(page, `/admin/orders/print/packing-slips?orders=${one.orderNumber},${two.orderNumber}`);
  await expect(page.getByRole('article', { name: `Packing slip ${two.orderNumber}` })).toContainText('1ZTWO');
  await expectNoViolations(page, 'packing slips');
});

test('an unpaid order is marked as paid in cash, or shipped by a second press', {
  tag: ['@main', '@payments'],
}, async ({ page, shop }) => {
  const device = await addDevice(shop);
  const [cash, unpaid] = [await placeOrderByApi(shop, device), await placeOrderByApi(shop, device)];
  await openBackOffice(page);

  await test.step('mark one as paid', async () => {
    await open(page, `/admin/orders/${cash.orderNumber}`);
    await page.getByRole('button', { name: 'Send payment link' }).click();
    await expect(notice(page, /The payment link was sent to/)).toBeVisible();
    await page.getByRole('button', { name: 'Mark as paid…' }).click();
    const dialog = page.getByRole('dialog', { name: `Mark order ${cash.orderNumber} as paid` });
    await dialog.getByLabel('Reference').fill('Receipt 12');
    await expectNoViolations(page, 'Mark as paid');
    await dialog.getByRole('button', { name: 'Mark $216.00 as paid' }).click();
    await expect(notice(page, `Order ${cash.orderNumber} is paid`)).toBeVisible();
    await expect(page.getByText('cash, recorded by staff')).toBeVisible();
    await expect(page.getByText('Receipt 12')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as paid…' })).toBeHidden();
  });

  await test.step('ship the other one in the list', async () => {
    await open(page, `/admin/orders?search=${unpaid.orderNumber}`);
    const status = page.getByLabel(`Status of order ${unpaid.orderNumber}`);
    await status.selectOption({ label: 'Shipped' });
    const dialog = page.getByRole('dialog', { name: `Ship order ${unpaid.orderNumber}` });
    await expect(dialog).toContainText(`${unpaid.orderNumber} is not paid.`);
    await dialog.getByRole('button', { name: 'Mark as shipped' }).dblclick();
    await expect(dialog.getByRole('alert')).toContainText('Press again to ship without payment.');
    await expect(status).toHaveValue('pending');
    await dialog.getByRole('button', { name: 'Ship without payment' }).click();
    await expect(notice(page, 'Order status updated to shipped')).toBeVisible();
  });
});

test('a bulk action touches only orders that are seen, and says what it does to each', async ({
  page,
  shop,
}) => {
  const device = await addDevice(shop);
  const email = `${crypto.randomUUID().slice(0, 8)}@bulk.example.com`;
  const [paid, unpaid] = [
    await placeOrderByApi(shop, device, { email, quantity: 2 }),
    await placeOrderByApi(shop, device, { email }),
  ];
  await payOrderByApi(shop, paid);
  await openBackOffice(page, `/admin/orders?search=${email}`);
  const bar = page.getByRole('region', { name: 'Selection' });

  await test.step('another filter clears the selection', async () => {
    await page.getByLabel('Select all on this page').click();
    await expect(bar).toContainText('2 selected');
    await page.getByRole('combobox', { name: 'Payment', exact: true }).selectOption({ label: 'Paid' });
    await expect(bar).toBeHidden();
    await expect(row(page, unpaid.orderNumber)).toBeHidden();
    await page.getByLabel('Select all on this page').click();
    await expect(bar).toContainText('1 selected');
    await page.getByRole('combobox', { name: 'Payment', exact: true }).selectOption({ label: 'Any payment' });
    await expect(row(page, unpaid.orderNumber)).toBeVisible();
    await expect(bar).toBeHidden();
  });

  await test.step('cancelling lists refund and stock of each order', async () => {
    await page.getByLabel('Select all on this page').click();
    await bar.getByLabel('Set the status of the selected orders').selectOption({ label: 'Cancelled' });
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 orders' });
    const effects = dialog.getByRole('list', { name: 'What happens to each order' });
    await expect(effects).toContainText(
      `${paid.orderNumber}: refund $432.00 after approval, 2 items back to stock`,
    );
    await expect(effects).toContainText(`${unpaid.orderNumber}: nothing to refund, 1 item back to stock`);
    await expect(dialog).toContainText('return the money yourself');
    await expectNoViolations(page, 'Cancel 2 orders');
    await dialog.getByRole('button', { name: 'Keep them' }).click();
  });

  await test.step('orders on another page are counted as not shown', async () => {
    await open(page, '/admin/orders');
    await page
      .getByRole('checkbox', { name: /^Select MJ-/ })
      .first()
      .click();
    await page.getByRole('link', { name: /Next/ }).click();
    await expect(bar).toContainText('1 selected, not shown');
    await page
      .getByRole('checkbox', { name: /^Select MJ-/ })
      .first()
      .click();
    await expect(bar).toContainText('2 selected, 1 not shown');
  });
});

test('cancelling a paid, shipped order asks for its items and shows the refund at once', {
  tag: ['@main', '@payments'],
}, async ({ page, shop }) => {
  const device = await addDevice(shop, { price: 100 });
  const order = await placeOrderByApi(shop, device);
  const { id, orderNumber } = order;
  await payOrderByApi(shop, order);
  const shipped = { status: 'shipped' };
  await call(shop.url, 'PUT', `/orders/${id}/status`, { token: shop.adminToken, body: shipped });
  const stock = await stockOf(shop, device);
  await openBackOffice(page, `/admin/orders/${orderNumber}`);
  await page.getByRole('button', { name: 'Cancel order…' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${orderNumber}` });
  await expect(dialog).toContainText('$108.00 will be refunded.');
  const confirm = dialog.getByRole('button', { name: 'Cancel and refund' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Not back').click();
  await expectNoViolations(page, 'Cancel a shipped order');
  await confirm.click();
  await expect(notice(page, 'Order status updated to cancelled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund…' })).toBeHidden();
  await expect(page.getByText('−$108.00').first()).toBeVisible();
  expect(await stockOf(shop, device)).toBe(stock);
});

test('opening a row while a filter changes keeps both', async ({ page, shop }) => {
  const email = newEmail();
  const { id } = await placeOrderByApi(shop, await addDevice(shop), { email });
  const body = { status: 'cancelled' };
  await call(shop.url, 'PUT', `/orders/${id}/status`, { token: shop.adminToken, body });
  // The mail of a status leaves 30 seconds after the change.
  const cancelled = async () =>
    (await mailsTo(shop, email)).filter(({ kind }) => kind === 'order-cancelled').length;
  await expect.poll(cancelled, { timeout: 60_000 }).toBe(1);
  await openBackOffice(page, `/admin/mailbox?search=${email}`);
  await expect(row(page, email)).toBeVisible();
  await page.evaluate(() => {
    const kind = document.querySelector<HTMLSelectElement>('select[aria-label="Kind"]');
    const mail = document.querySelector<HTMLButtonElement>('tbody th button');
    if (!kind || !mail) throw new Error('The list is not there.');
    kind.value = 'order-cancelled';
    kind.dispatchEvent(new Event('change', { bubbles: true }));
    mail.click();
  });
  await expect(page.getByRole('dialog', { name: 'Mail' })).toBeVisible();
  await expect(page).toHaveURL(/kind=order-cancelled&mail=/);
});

test('words typed while the list takes over earlier ones stay in the search field', async ({
  page,
  shop,
}) => {
  const device = await addDevice(shop);
  const { orderNumber } = await placeOrderByApi(shop, device);
  await openBackOffice(page, '/admin/orders');
  const field = page.getByLabel('Search by order or customer');
  // Types the order number as soon as the address has the words before it, sooner than a test could from outside.
  await field.evaluate((input, words) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      replaceState(...args);
      history.replaceState = replaceState;
      setValue?.call(input, words);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
  }, orderNumber);
  await field.fill('Ada');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(field).toHaveValue(orderNumber);
});
