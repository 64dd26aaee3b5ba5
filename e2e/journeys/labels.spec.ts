import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnDebian } from '../install-on-debian.ts';
import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, test } from './journey.ts';
import { newSerial } from './scanner.ts';

const labelPrinterDpi = 203;

/** True if poppler and zbar are installed: a rasterizer and a decoder that the shop does not ship. */
function hasDecoders(): boolean {
  try {
    for (const program of ['pdftoppm', 'pdftotext', 'zbarimg']) execFileSync('which', [program]);
    return true;
  } catch {
    return installOnDebian('poppler-utils', 'zbar-tools');
  }
}

const papers = [
  'Labels 62 × 29 mm',
  'Labels 57 × 32 mm',
  'A4 sheet of 3 × 8 labels',
  'Letter sheet of 3 × 10 labels',
];

test('labels printed at 203 dpi in one bit are read back, without a serial number or a price', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  test.skip(!hasDecoders(), 'needs pdftoppm and zbarimg: install poppler-utils and zbar-tools');
  const product = await addDevice(shop, { category: 'Laptops', price: 731 });
  const units = [await receive(shop, product.id), await receive(shop, product.id)];
  await openBackOffice(page, `/admin/units/labels?units=${units.map(({ id }) => id).join(',')}`);
  for (const paper of papers) {
    await page.getByLabel('Paper').selectOption({ label: paper });
    await expect(page.getByRole('img', { name: /^QR code of the passport of U-/ })).toHaveCount(2);
    const { codes, text } = readBack(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect(codes, paper).toEqual(
      units
        .flatMap(({ number, passport }) => [`CODE-128:${number}`, `QR-Code:${shop.url}/device/${passport}`])
        .sort(),
    );
    for (const { number, serial } of units) {
      expect(text).toContain(number);
      expect(text).not.toContain(serial.slice(-6));
    }
    expect(text).not.toMatch(/731|\$|@|MJ-/);
  }
});

test('labels of bins are read back, and what is no name of a bin is refused', { tag: ['@units'] }, async ({
  page,
}) => {
  test.skip(!hasDecoders(), 'needs pdftoppm and zbarimg: install poppler-utils and zbar-tools');
  await openBackOffice(page, '/admin/units/labels?of=bins');
  const bins = page.getByLabel('Bins');
  await bins.fill('shelf 3');
  await expect(page.getByText('"SHELF 3" is no name of a bin')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled();
  await bins.fill('A-09 to A-11\nR7');
  for (const paper of papers) {
    await page.getByLabel('Paper').selectOption({ label: paper });
    const { codes } = readBack(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect(codes, paper).toEqual(['A-09', 'A-10', 'A-11', 'R7'].map((name) => `CODE-128:BIN-${name}`));
  }
  await page.getByLabel('Paper').selectOption({ label: 'Labels 62 × 29 mm' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as ZPL' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('labels.zpl');
  expect(readFileSync(await file.path(), 'utf8').match(/\^FDBIN-/g)).toHaveLength(4);
});

test('labels of more than 100 devices are printed in parts', { tag: ['@units'] }, async ({ page, shop }) => {
  const product = await addDevice(shop, { stockCount: 101 });
  await call(shop.url, 'PUT', `/products/${product.id}/tracking`, {
    token: shop.adminToken,
    body: { tracking: 'serial' },
  });
  await openBackOffice(page, `/admin/units?product=${product.id}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Select all 101 that match' }).click();
  await page.getByRole('button', { name: 'Print labels' }).click();
  const parts = page.getByRole('dialog', { name: 'Labels of 101 devices' }).getByRole('link');
  await expect(parts).toHaveText(['1 to 100', '101']);
  const href = (await parts.first().getAttribute('href')) ?? '';
  expect(new URL(href, shop.url).searchParams.get('units')?.split(',')).toHaveLength(100);
});

type Received = { id: string; number: string; passport: string; serial: string };

async function receive(shop: { url: string; adminToken: string }, product: string): Promise<Received> {
  const serial = newSerial();
  const { body } = await call(shop.url, 'POST', '/units', {
    token: shop.adminToken,
    body: { model: { product }, identifiers: [{ kind: 'serial', value: serial }] },
  });
  return { ...body.data.unit, serial };
}

/** Returns the codes on the pages as a label printer would print them, sorted, and their text. */
function readBack(pdf: Buffer): { codes: string[]; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-labels-'));
  try {
    const file = join(folder, 'labels.pdf');
    writeFileSync(file, pdf);
    execFileSync('pdftoppm', ['-r', String(labelPrinterDpi), '-mono', '-png', file, join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'));
    const output = execFileSync('zbarimg', ['-q', ...pages.map((name) => join(folder, name))], {
      // Without a desktop it complains about the missing bus.
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return {
      codes: output.toString().trim().split('\n').sort(),
      text: execFileSync('pdftotext', [file, '-']).toString(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
