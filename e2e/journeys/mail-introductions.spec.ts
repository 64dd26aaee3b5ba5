import { openBackOffice } from './back-office.ts';
import { expect } from './journey.ts';
import { test } from './own-shop.ts';

test('the owner previews and saves the introduction of an email', { tag: ['@settings'] }, async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openBackOffice(page, '/admin/settings?tab=email');
  await page.getByRole('link', { name: 'Write introductions' }).click();
  await page.getByRole('button', { name: 'Payment received' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment received' });
  await dialog.getByLabel('Introduction').fill('Hello {nmae}');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('This email does not know {nmae}.')).toBeVisible();
  await dialog.getByLabel('Introduction').fill('Dear {name}, thank you <3');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const mail = dialog.frameLocator('iframe');
  await expect(mail.getByText('Dear Ada, thank you <3')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText('Dear {name}, thank you <3')).toBeVisible();
});
