import { readFileSync } from 'node:fs';
import { openBackOffice } from './back-office.ts';
import { expect } from './journey.ts';
import { test } from './own-shop.ts';

test('the owner makes an encrypted backup, downloads it and deletes it', { tag: ['@settings'] }, async ({
  page,
}) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('link', { name: 'Backups' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible();
  await page.getByRole('button', { name: 'Start backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start backup' });
  await expect(dialog.getByLabel('Key of this backup')).toHaveValue(/^.{44}$/);
  await expect(dialog.getByRole('button', { name: 'Start backup' })).toBeDisabled();
  await dialog.getByLabel('I have saved the key').check();
  await dialog.getByRole('button', { name: 'Start backup' }).click();
  const manual = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Delete/ }) });
  await expect(manual.getByText('Complete')).toBeVisible({ timeout: 30_000 });

  const downloading = page.waitForEvent('download');
  await manual.getByRole('button', { name: /^Download/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^shop-.*\.backup$/);
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 16).toString()).toBe('reprise-backup-1');

  await page.reload();
  await manual.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete backup' }).click();
  await expect(manual).toHaveCount(0);
});
