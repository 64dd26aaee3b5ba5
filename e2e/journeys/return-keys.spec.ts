import { openBackOffice } from './back-office.ts';
import { deliverTwo } from './delivered-devices.ts';
import { expect, test } from './journey.ts';
import { heading, notice } from './shopper.ts';

test('a return is received, decided, settled and answered by keys alone', {
  tag: ['@orders', '@units'],
}, async ({ page, shop }) => {
  const sold = await deliverTwo(shop);
  const [unit = ''] = sold.numbers;
  const lines = [{ product: sold.product.id, unit, reason: 'battery' }];
  const opened = await sold.send('POST', `/orders/${sold.order.id}/returns/staff`, { lines });
  expect(opened.status, opened.text).toBe(201);
  const { number } = opened.body.data.return;
  const keys = page.keyboard;
  const isFocused = () => page.evaluate(() => document.activeElement !== document.body);

  await openBackOffice(page, '/admin/returns');
  await keys.press('/');
  await keys.type(number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await keys.press('Tab');
  await keys.press('j');
  await keys.press('Enter');
  await expect(heading(page, `Return ${number}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decide' })).toBeVisible();

  await keys.press('r');
  await expect(page.getByLabel('Scan', { exact: true })).toBeFocused();
  await keys.type(unit);
  await keys.press('Enter');
  await expect(notice(page, `${unit} recorded`)).toBeVisible();
  await keys.press('Escape');
  await keys.press('d');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await keys.press('Space');
  await keys.press('Control+s');
  await expect(notice(page, 'Decision saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await isFocused()).toBe(true);
  await keys.press('s');
  await expect(dialog.getByRole('button', { name: /^Refund/ })).toBeVisible();
  const refund = dialog.getByRole('button', { name: /^Refund/ });
  while (!(await refund.evaluate((button) => button === document.activeElement))) await keys.press('Tab');
  await keys.press('Enter');
  await expect(notice(page, `Return ${number} settled`)).toBeVisible();
  await expect.poll(isFocused).toBe(true);

  await keys.press('m');
  await expect(page.getByLabel('Message to the customer')).toBeFocused();
  await keys.type('Your battery was indeed weak.');
  await keys.press('Control+s');
  await expect(notice(page, 'Message sent')).toBeVisible();
  await expect(page.getByText('Your battery was indeed weak.')).toBeVisible();
});
