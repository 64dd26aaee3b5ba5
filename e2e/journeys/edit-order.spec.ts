import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailedLink } from './mails.ts';
import { field, fillCard, goodCard, heading, notice } from './shopper.ts';

test('an edited order is held until the customer has paid what it added', {
  tag: ['@main', '@payments'],
}, async ({ page, shop, newVisitor }) => {
  const [device, added] = [await addDevice(shop), await addDevice(shop, { price: 100 })];
  const email = newEmail();
  const order = await placeOrderByApi(shop, device, { email });
  await payOrderByApi(shop, order);
  await openBackOffice(page);

  await test.step('add an item and change the city', async () => {
    await open(page, `/admin/orders/${order.orderNumber}`);
    await page.getByRole('link', { name: 'Edit order' }).click();
    await expect(heading(page, `Edit order ${order.orderNumber}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await page.getByLabel('Find a product').fill(added.name);
    await page.getByRole('button', { name: `Add ${added.name}, Good` }).click();
    await field(page, 'City').fill('Salem');
    await expect(page.getByRole('row', { name: 'Total $216.00 $324.00' })).toBeVisible();
    await expectNoViolations(page, 'Edit order');
    await page.getByRole('button', { name: 'Save and ask for $108.00' }).click();
    await expect(notice(page, 'Order changed. The customer was asked for $108.00.')).toBeVisible();
    await expect(heading(page, `Order ${order.orderNumber}`)).toBeVisible();
    expect(await stockOf(shop, added)).toBe(4);
  });

  await test.step('it does not ship', async () => {
    await expect(page.getByText('$108.00 is still due. Send the payment link')).toBeVisible();
    await expect(page.getByText('Partly paid')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ship…' })).toBeHidden();
    await page.getByLabel(`Status of order ${order.orderNumber}`).selectOption('Shipped');
    const dialog = page.getByRole('dialog', { name: `Ship order ${order.orderNumber}` });
    await expect(dialog.getByRole('button', { name: 'Mark as shipped' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectNoViolations(page, 'an order with an amount due');
  });

  await test.step('the customer pays the rest by the link in the mail', async () => {
    const link = await mailedLink(shop, email, `orders/${order.orderNumber}`);
    const guest = await newVisitor();
    await open(guest, link);
    await expect(guest.getByText('Your order was changed, and $108.00 is still to pay.')).toBeVisible();
    await expectNoViolations(guest, 'an order with an amount due, for the customer');
    await fillCard(guest, goodCard);
    await guest.getByRole('button', { name: 'Pay $108.00' }).click();
    await expect(notice(guest, 'Your payment was received.')).toBeVisible();
    await expect(guest.getByText('Your order was changed, and')).toBeHidden();
  });

  await test.step('it ships', async () => {
    await open(page, `/admin/orders/${order.orderNumber}`);
    await page.getByRole('button', { name: 'Ship…' }).click();
    await page.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(page.getByRole('link', { name: 'Edit order' })).toBeHidden();
    await open(page, `/admin/orders/${order.orderNumber}/edit`);
    await expect(page.getByText('so it cannot be edited')).toBeVisible();
  });
});

test('an edit that lowers the total is refunded; another version is not overwritten', {
  tag: ['@main', '@payments'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  // The version of the second tab.
  tolerate(/\/edit\/preview: .*409/);
  const device = await addDevice(shop);
  const order = await placeOrderByApi(shop, device, { quantity: 2 });
  await payOrderByApi(shop, order);
  await openBackOffice(page);
  const second = await newVisitor();
  await openBackOffice(second);
  for (const one of [page, second]) await open(one, `/admin/orders/${order.orderNumber}/edit`);

  await test.step('a price set by hand needs a reason', async () => {
    await field(page, `Price of ${device.name}`).fill('150');
    await page.getByRole('button', { name: 'Save and refund $108.00' }).click();
    await expect(page.getByText('Enter why the price was changed.')).toBeVisible();
    await field(page, 'Reason').fill('Scratched');
    await page.getByRole('button', { name: 'Save and refund $108.00' }).click();
    await expect(notice(page, 'Order changed')).toBeVisible();
    const changes = page.getByRole('listitem').filter({ hasText: '2 × $200.00 → 2 × $150.00' });
    await expect(changes).toContainText('Scratched');
    await expect(page.getByText('−$108.00')).toBeVisible();
  });

  await test.step('the other tab is told and loads the latest version', async () => {
    await second.getByRole('button', { name: 'One less' }).click();
    await expect(second.getByText('Somebody else changed this order.')).toBeVisible();
    await expect(second.getByRole('button', { name: /^Save/ })).toBeDisabled();
    await second.getByRole('button', { name: 'Discard my changes and load the latest version' }).click();
    await expect(field(second, `Price of ${device.name}`)).toHaveValue('150.00');
    await second.getByRole('button', { name: 'One less' }).click();
    await second.getByRole('button', { name: 'Save and refund $162.00' }).click();
    await expect(notice(second, 'Order changed')).toBeVisible();
  });
  expect(await stockOf(shop, device)).toBe(4);
  const { body } = await call(shop.url, 'GET', `/orders/${order.id}`, { token: shop.adminToken });
  expect(body.data.order).toMatchObject({ total: 162, amountDue: 0, version: 2, paymentStatus: 'paid' });
});

test('units of an order are refunded with their tax, and one returns to stock', {
  tag: ['@main', '@payments'],
}, async ({ page, shop }) => {
  const device = await addDevice(shop);
  const order = await placeOrderByApi(shop, device, { quantity: 3 });
  await payOrderByApi(shop, order);
  await openBackOffice(page, `/admin/orders/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
  await expect(field(dialog, 'Amount')).toHaveValue('648.00');
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expect(field(dialog, 'Amount')).toHaveValue('216.00');
  await dialog.getByLabel('Return these items to stock').check();
  await expectNoViolations(page, 'Refund of items');
  await dialog.getByRole('button', { name: 'Refund $216.00' }).click();
  await expect(notice(page, '$216.00 will be refunded to the customer')).toBeVisible();
  await expect(page.getByText(`1 × ${device.name}, returned to stock`)).toBeVisible();
  await expect(page.getByText('1 refunded', { exact: true })).toBeVisible();
  expect(await stockOf(shop, device)).toBe(3);
  await open(page, `/admin/orders/print/packing-slips?orders=${order.orderNumber}`);
  const slip = page.getByRole('article', { name: `Packing slip ${order.orderNumber}` });
  await expect(slip.getByRole('cell', { name: '2', exact: true })).toBeVisible();
});
