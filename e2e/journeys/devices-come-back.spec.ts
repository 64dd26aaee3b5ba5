import { openBackOffice } from './back-office.ts';
import { deliverTwo } from './delivered-devices.ts';
import { expect, test } from './journey.ts';

test('a device that came back is scanned, refunded by its number, and is the one that moves', {
  tag: ['@units', '@payments'],
}, async ({ page, shop }) => {
  const { order, numbers, stateOf } = await deliverTwo(shop);
  const [first = '', second = ''] = numbers;
  await openBackOffice(page, '/admin/receive');
  await page.getByLabel('Scan', { exact: true }).fill(first);
  await page.keyboard.press('Enter');
  const question = page.getByRole('region', { name: 'Question' });
  await expect(question.getByRole('button', { name: 'Bought from its buyer' })).toBeVisible();
  await question.getByRole('button', { name: 'It came back' }).click();
  await expect(page.getByText(`${first} came back from order ${order.orderNumber}.`)).toBeVisible();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'sold']);

  await openBackOffice(page, `/admin/orders/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
  await expect(dialog.getByText('Scanned: it is here')).toBeVisible();
  await dialog.getByRole('checkbox', { name: first }).check();
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(dialog).toBeHidden();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'sold']);

  await openBackOffice(page, `/admin/units/${second}`);
  await page.getByRole('button', { name: 'It came back' }).click();
  await expect(page.getByText(/It waits there for the refund/)).toBeVisible();
});
