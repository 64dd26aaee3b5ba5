import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { addToCart, buyWhatIsInTheCart, newPerson, notice } from './shopper.ts';

test.use({ shopName: 'two-tax-rates', viewport: { width: 390, height: 844 } });

test('a store with 19 % and 7 % sells both on a phone and refunds its shipping', {
  tag: ['@orders', '@settings'],
}, async ({ page, shop, newVisitor }) => {
  const token = shop.adminToken;
  const send = async (method: string, path: string, body: object) => {
    const answer = await call(shop.url, method, path, { token, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  await send('POST', '/categories', { name: 'Smartphones', description: 'Smartphones' });
  const phone = await addDevice(shop, { price: 119 });
  const book = await addDevice(shop, { price: 21.4, name: 'Repair handbook', taxClass: 'reduced' });
  await send('PUT', '/settings', { freeShippingThreshold: 1000, standardShippingRate: 5.95 });

  await test.step('the owner enters both rates and prices that include the tax', async () => {
    await openBackOffice(page, '/admin/settings?tab=payment');
    await page.getByLabel('Tax (%)').fill('0');
    await page.getByLabel('Prices include tax').check();
    await page
      .getByLabel('Tax of countries and states')
      .fill('US 19\nUS (reduced): 7\nGB: 20 from 2999-01-01');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
    await expect(page.getByLabel('Tax of countries and states')).toHaveValue(
      'United States: 19\nUnited States (reduced): 7\nUnited Kingdom: 20 from 2999-01-01',
    );
  });

  const visitor = await newVisitor();
  await addToCart(visitor, phone);
  await addToCart(visitor, book);
  const number = await buyWhatIsInTheCart(visitor, newPerson());
  await expect(visitor.getByRole('main')).toContainText('$146.35');

  await test.step('the order shows the tax of each rate', async () => {
    await openBackOffice(page, `/admin/orders/${number}`);
    // $119.00 and $5.95 have 19.95, $21.40 has 1.40.
    await expect(page.getByRole('main')).toContainText('Tax in the total (19% of $105.00)');
    await expect(page.getByRole('main')).toContainText('Tax in the total (7% of $20.00)');
  });

  await test.step('staff refund the shipping, whose credit note has its tax', async () => {
    await page.getByRole('button', { name: 'Refund' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Refund of').selectOption('shipping');
    await expect(dialog.getByLabel('Amount')).toHaveValue('5.95');
    await dialog.getByRole('button', { name: 'Refund $5.95' }).click();
    await expect(notice(page, '$5.95 will be refunded to the customer')).toBeVisible();
    const { orders } = (await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token })).body
      .data;
    const path = `/orders/${orders[0].id}/invoices`;
    const { invoices } = (await call(shop.url, 'GET', path, { token })).body.data;
    expect(invoices).toMatchObject([
      {
        amount: 146.35,
        tax: 21.35,
        taxes: [
          { basisPoints: 1900, tax: 19.95 },
          { basisPoints: 700, tax: 1.4 },
        ],
      },
      { amount: 5.95, tax: 0.95, taxes: [{ basisPoints: 1900, tax: 0.95 }] },
    ]);
  });

  await test.step('the report names both rates of the place', async () => {
    await open(page, '/admin/invoices/taxes');
    const main = page.getByRole('main');
    await expect(main).toContainText('Net $120.00, tax $20.40, total $140.40.');
    await expect(main).toContainText('19%');
    await expect(main).toContainText('$19.00');
    await expect(main).toContainText('7%');
  });
});
