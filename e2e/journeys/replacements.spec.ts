import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { deliverTwo, listDevice } from './delivered-devices.ts';
import { newEmail } from './devices.ts';
import { expect, test } from './journey.ts';
import { heading, notice, track } from './shopper.ts';

test('the desk replaces a device, and the guest follows the replacement on a phone', {
  tag: ['@orders', '@units'],
}, async ({ page, shop, newVisitor }) => {
  const email = newEmail();
  const { order, product, numbers, stateOf, send } = await deliverTwo(shop, { email });
  const [unit = ''] = numbers;
  const spare = await listDevice(send, product);
  const lines = [{ product: product.id, unit, reason: 'does-not-work' }];
  const body = { lines, wish: 'replacement' };
  const opened = await send('POST', `/orders/${order.id}/returns/staff`, body);
  expect(opened.status, opened.text).toBe(201);
  const { number } = opened.body.data.return;
  await send('POST', `/returns/${number}/receive`, { code: unit });

  const desk = await newVisitor();
  await openBackOffice(desk, `/admin/returns/${number}`);
  const dialog = desk.getByRole('dialog');
  await test.step('staff choose the very device that is sent instead', async () => {
    await desk.getByRole('button', { name: 'Decide' }).click();
    await dialog.getByRole('radio', { name: /^Replace It is yours/ }).check();
    await expect(dialog.getByText(`Sent instead: ${product.name}`)).toBeVisible();
    await dialog.getByLabel('Device', { exact: true }).selectOption({ value: spare });
    await expectNoViolations(desk, 'the decision on a replacement');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(desk.getByText('Sent free of charge:')).toBeVisible();
  });

  await test.step('settling it sends one order of 0', async () => {
    await desk.getByRole('button', { name: 'Settle' }).click();
    await dialog.getByRole('button', { name: 'Send the replacement' }).dblclick();
    await expect(notice(desk, `Return ${number} settled`)).toBeVisible();
    await expectNoViolations(desk, 'a return with a replacement');
    expect([await stateOf(unit), await stateOf(spare)]).toEqual(['bench', 'allocated']);
    await desk.getByRole('link', { name: /^MJ-/ }).first().click();
    await expect(desk.getByRole('link', { name: number })).toBeVisible();
    await expect(desk.getByText('$0.00').first()).toBeVisible();
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await track(page, order.orderNumber, email);
  await page.getByRole('link', { name: 'Open the order' }).click();
  await page.getByRole('link', { name: `Return ${number}` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We replace your item.' })).toBeVisible();
  await expectNoViolations(page, 'a replaced item of a return');
  await page.getByRole('link', { name: /^Your replacement: order MJ-/ }).click();
  await expect(heading(page, /^Order MJ-/)).toBeVisible();
  await expect(page.getByText('Free of charge', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'the order of a replacement');
  await page.getByRole('link', { name: `return ${number}` }).click();
  await expect(heading(page, `Return ${number}`)).toBeVisible();
});
