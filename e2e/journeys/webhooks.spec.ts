import { openBackOffice } from './back-office.ts';
import { expect, test } from './journey.ts';
import { heading, notice } from './shopper.ts';

test('a webhook is added, tested, switched off and deleted', { tag: ['@settings'] }, async ({ page }) => {
  await openBackOffice(page, '/admin/settings?tab=webhooks');
  await expect(heading(page, 'Webhooks')).toBeVisible();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  const url = `https://receiver.invalid/${crypto.randomUUID()}`;

  await test.step('bad input is named, and the secret of a good one is shown once', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('receiver');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog).toContainText('Enter an address that begins with https://');
    await expect(dialog).toContainText('Choose at least one event');
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByLabel('order.placed').check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: url });
  await test.step('a test event that cannot be delivered says why, and can be sent again', async () => {
    await row.getByRole('button', { name: 'Send test event' }).click();
    await expect(notice(page, /Test event queued/)).toBeVisible();
    await row.getByRole('link', { name: 'Deliveries' }).click();
    await expect(heading(page, 'Deliveries')).toBeVisible();
    const delivery = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await expect(delivery).toContainText('No connection', { timeout: 20_000 });
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await expect(notice(page, 'The event is sent again')).toBeVisible();
    await page.goBack();
  });

  await test.step('switch off, and delete', async () => {
    await row.getByRole('button', { name: 'Switch off' }).click();
    await expect(row).toContainText('Off');
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
  });
});
