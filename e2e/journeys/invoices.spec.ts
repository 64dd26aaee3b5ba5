import { call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, newEmail, payOrderByApi } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { heading } from './shopper.ts';

test('a customer and staff open an invoice and the credit note of a refund', {
  tag: ['@main', '@payments'],
}, async ({ page, shop, newVisitor }) => {
  const device = await addDevice(shop);
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(device.id, 1, newEmail()) });
  const { order, accessToken } = placed.body.data;
  await payOrderByApi(shop, order);
  const token = await signIn(shop.url, admin);
  const refund = { items: [{ product: device.id, quantity: 1 }], amount: 108 };
  await call(shop.url, 'POST', `/orders/${order.id}/refunds`, { token, body: refund });
  let numbers: string[] = [];
  // A job sends the refund, and the credit note is drawn once it succeeded.
  await expect
    .poll(async () => {
      const { body } = await call(shop.url, 'GET', `/orders/${order.id}/invoices`, { token });
      numbers = body.data.invoices.map(({ number }: { number: string }) => number);
      return numbers.length;
    })
    .toBe(2);
  const [invoice, credit] = numbers;

  await test.step('on the page of the order', async () => {
    const guest = await newVisitor();
    await open(guest, `/orders/${order.orderNumber}#token=${accessToken}`);
    await guest.getByRole('link', { name: `Credit note ${credit}` }).click();
    const sheet = guest.getByRole('article', { name: `Credit note ${credit}` });
    for (const words of [`For invoice ${invoice}`, device.name, '$108.00']) {
      await expect(sheet).toContainText(words);
    }
    await expectNoViolations(guest, 'a credit note');
    await guest.reload();
    await expect(guest.getByRole('button', { name: 'Print credit note' })).toBeVisible();
    await guest.getByRole('link', { name: 'Back to the order' }).click();
    await guest.getByRole('link', { name: `Invoice ${invoice}` }).click();
    await expect(guest.getByRole('article', { name: `Invoice ${invoice}` })).toContainText(device.name);
  });

  await test.step('from the list and the order in the back office', async () => {
    await openBackOffice(page, '/admin/invoices');
    await expect(heading(page, 'Invoices')).toBeVisible();
    await page.getByLabel('Search number of the invoice or order').fill(order.orderNumber);
    await expect(page).toHaveURL(`/admin/invoices?search=${order.orderNumber}`);
    const row = page.getByRole('row', { name: new RegExp(`^${credit}`) });
    await expect(row).toContainText(`Credit note for ${invoice}`);
    await expect(row).toContainText('-$108.00');
    await expectNoViolations(page, 'Invoices');
    const opened = page.waitForEvent('popup');
    await row.getByRole('link', { name: credit ?? '' }).click();
    const sheets = (await opened).getByRole('article');
    await expect(sheets).toHaveCount(1);
    await expect(sheets).toContainText('Credit note');
    await open(page, `/admin/orders/${order.orderNumber}`);
    await expect(page.getByRole('link', { name: `Invoice ${invoice}` })).toBeVisible();
  });
});
