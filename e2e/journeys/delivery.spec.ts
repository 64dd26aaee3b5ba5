import { dayRange, deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { call } from '../plain-client.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailsTo } from './mails.ts';
import { addToCart, goToCheckout, newPerson, payAtCheckout, register, track } from './shopper.ts';

test('every page, mail and response gives the same two days of delivery', async ({ page, shop }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  const terms = { standardDaysFrom: 5, standardDaysTo: 7, expressDays: 2, timeZone: 'UTC' };
  const now = new Date();
  const standard = dayRange(deliverySpan(now, terms, 'standard'));
  const express = dayRange(deliverySpan(now, terms, 'express'));
  const main = page.getByRole('main');
  const delivery = main.locator('dt', { hasText: 'Estimated delivery' }).locator('..');
  await register(page, person);

  await test.step('product page and both choices of the checkout', async () => {
    await addToCart(page, device);
    await expect(main).toContainText(`Delivery ${standard}`);
    await goToCheckout(page);
    await expect(main.getByText(`Delivery ${standard}`)).toBeVisible();
    await expect(main.getByText(`Delivery ${express}`)).toBeVisible();
  });
  const number = await test.step('confirmation', async () => {
    const placed = await payAtCheckout(page, person);
    await expect(delivery).toContainText(standard);
    return placed;
  });
  await test.step('order list, order and tracking', async () => {
    for (const path of ['/orders', `/orders/${number}`]) {
      await open(page, path);
      await expect(delivery).toContainText(standard);
    }
    await track(page, number, person.email);
    await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await expect(delivery).toContainText(standard);
  });
  await test.step('mail and API', async () => {
    await expect(async () => {
      const [mail] = await mailsTo(shop, person.email);
      expect(mail?.html).toContain(`Estimated delivery: ${standard}.`);
    }).toPass();
    const { body } = await call(shop.url, 'GET', `/orders/${number}`, { token: shop.adminToken });
    const { estimatedDelivery, latestDelivery } = body.data.order;
    expect(dayRange({ from: new Date(estimatedDelivery), to: new Date(latestDelivery) })).toBe(standard);
  });
});
