import { readFileSync } from 'node:fs';
import { expectNoViolations } from './accessibility.ts';
import { goTo, openBackOffice, row, search } from './back-office.ts';
import { addDevice, newEmail, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, test } from './journey.ts';
import { notice } from './shopper.ts';

test('a guest is a customer with address, draft, export and erasure', { tag: ['@orders'] }, async ({
  page,
  shop,
}) => {
  test.setTimeout(120_000);
  const device = await addDevice(shop, { price: 100 });
  const email = newEmail();
  const order = await placeOrderByApi(shop, device, { email });
  await payOrderByApi(shop, order);

  await openBackOffice(page);
  await goTo(page, 'Customers');
  await search(page, 'Search by name, email or phone', email);
  await expect(row(page, email)).toContainText('Guest');
  await expect(row(page, email)).toContainText('Portland');
  await expectNoViolations(page, 'list of customers');
  await row(page, email).getByRole('link', { name: 'Ada Byron' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Byron' })).toBeVisible();
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible();
  await expectNoViolations(page, 'a customer');

  await test.step('a member of staff exports the data of this person', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export this person’s data' }).click();
    const data = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
    expect([data.email, data.orders.length]).toEqual([email, 1]);
  });

  await test.step('a draft order is filled in for the customer, and a question guards it', async () => {
    await openBackOffice(page, '/admin/orders/drafts/new');
    await page.getByLabel('Find a customer').fill(email);
    await page.getByRole('button', { name: new RegExp(email) }).click();
    await expect(page.getByLabel(/^City/)).toHaveValue('Portland');
    await expect(page.getByLabel(/^Email/).first()).toHaveValue(email);
    await page.getByLabel('Find a product').fill(device.name);
    await page.getByRole('button', { name: new RegExp(`^Add ${device.name}`) }).click();
    await page.getByRole('link', { name: 'Draft orders' }).click();
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(notice(page, 'Link copied')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel draft' }).click();
    const asked = page.getByRole('dialog', { name: 'Cancel draft' });
    await asked.getByRole('button', { name: 'Cancel draft' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  });

  await test.step('the search of the back office finds the customer, whom an owner erases', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill(email);
    await page.getByRole('option', { name: /^Ada Byron/ }).click();
    await page.getByRole('button', { name: 'Erase customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase customer' });
    await dialog.getByRole('button', { name: 'Erase customer' }).click();
    await expect(notice(page, 'Customer erased')).toBeVisible();
    await search(page, 'Search by name, email or phone', email);
    await expect(page.getByText('No customer matches')).toBeVisible();
  });
});
