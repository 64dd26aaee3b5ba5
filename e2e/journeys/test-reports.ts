import { expect, type Locator, type Page } from '@playwright/test';
import { openBackOffice } from './back-office.ts';
import { csv } from './csv-file.ts';

/** Opens the dialog that imports reports of PhoneCheck and chooses a CSV file of these rows; returns the dialog. */
export async function chooseReports(page: Page, rows: string[][]): Promise<Locator> {
  const lines = rows.map((row) => row.map((cell) => `"${cell}"`).join(','));
  await openBackOffice(page, '/admin/bench');
  await page.getByRole('button', { name: 'Import reports' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import test reports' });
  await dialog.getByLabel('Tool').fill('PhoneCheck');
  await dialog.getByLabel('CSV, Excel, JSON or XML file').setInputFiles(csv('phonecheck.csv', lines));
  await expect(dialog).toContainText(/can be recorded/);
  return dialog;
}
