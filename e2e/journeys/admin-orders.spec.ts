import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row, search } from './back-office.ts';
import { addDevice, newEmail, placeOrderByApi } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailedLink } from './mails.ts';
import { field, fillAddress, fillCard, goodCard, heading, newPerson, notice } from './shopper.ts';

test('a phone order is paid by mailed link, gets a note and a partial refund', {
  tag: ['@main', '@payments'],
}, async ({ page, shop, newVisitor }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await openBackOffice(page);
  await open(page, '/admin/orders/new');
  await page.getByLabel('Find a product').fill(device.name);
  await page.getByRole('button', { name: `Add ${device.name}, Good` }).click();
  await fillAddress(page, person);
  await expectNoViolations(page, 'New order');
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
  await openBackOffice(page);
  await open(page, '/admin/orders');
  await search(page, 'Search by order or customer', email);
  await expect(row(page, one.orderNumber)).toBeVisible();
  await expect(page.getByText('1-2 of 2')).toBeVisible();
  await page.getByLabel('Select all on this page').click();
  await expectNoViolations(page, 'a selection');
  await page.getByRole('button', { name: 'Ship…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' });
  await dialog.getByLabel('Carrier of all parcels').fill('UPS');
  await dialog.getByLabel(`Tracking number of ${one.orderNumber}`).fill('1ZONE');
  await dialog.getByLabel(`Tracking number of ${two.orderNumber}`).fill('1ZTWO');
  await expectNoViolations(page, 'Ship 2 orders');
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(notice(page, '2 orders shipped')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await search(page, 'Search by order or customer', '1ZTWO');
  await expect(row(page, two.orderNumber)).toBeVisible();
  await expect(row(page, one.orderNumber)).toBeHidden();
  await open(page, `/admin/orders/print/packing-slips?orders=${one.orderNumber},${two.orderNumber}`);
  await expect(page.getByRole('article', { name: `Packing slip ${two.orderNumber}` })).toContainText('1ZTWO');
  await expectNoViolations(page, 'packing slips');
});

test('opening a row while a filter changes keeps both', async ({ page, shop }) => {
  const email = newEmail();
  const { id } = await placeOrderByApi(shop, await addDevice(shop), { email });
  const body = { status: 'cancelled' };
  await call(shop.url, 'PUT', `/orders/${id}/status`, { token: shop.adminToken, body });
  await openBackOffice(page);
  await open(page, `/admin/mailbox?search=${email}`);
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
