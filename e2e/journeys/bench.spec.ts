import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { goByKey, openBackOffice, row } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { newImei, newSerial, scan } from './scanner.ts';
import { heading, notice } from './shopper.ts';
import { chooseReports } from './test-reports.ts';

/** Receives a phone and returns its unit number and serial number. */
async function receivePhone(shop: Shop): Promise<{ number: string; serial: string }> {
  const product = await addDevice(shop, { category: 'Smartphones' });
  const serial = newSerial();
  const identifiers = [
    { kind: 'serial', value: serial },
    { kind: 'imei', value: newImei() },
  ];
  const { status, body } = await call(shop.url, 'POST', '/units', {
    token: shop.adminToken,
    body: { model: { product: product.id }, identifiers },
  });
  expect(status).toBe(201);
  return { number: body.data.unit.number, serial };
}

test('a device is checked, erased, tested and graded by scanner and keyboard alone', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const { serial } = await receivePhone(shop);
  const { keyboard } = page;
  const press = async (name: string) => {
    await page.getByRole('button', { name }).focus();
    await keyboard.press('Enter');
  };
  const inDialog = page.getByRole('dialog');
  await openBackOffice(page);
  await goByKey(page, 'w');
  await expect(heading(page, 'Bench')).toBeVisible();
  await expect(page.getByLabel('Scan')).toBeFocused();
  await scan(page, serial);
  await expect(heading(page, /^U-/)).toBeVisible();

  // A repair with a part comes first: what is done afterwards counts.
  await press('Open repair');
  await keyboard.type('Battery swells');
  await inDialog.getByRole('button', { name: 'Open repair' }).focus();
  await keyboard.press('Enter');
  // The closing dialog returns the focus once.
  await expect(inDialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText('In repair');
  await press('Add part');
  await inDialog.getByLabel('Cost').focus();
  await keyboard.type('24.90');
  await expectNoViolations(page, 'part of a repair');
  await keyboard.press('Enter');
  await expect(inDialog).toBeHidden();
  await press('Finish repair');
  await keyboard.type('New battery');
  await inDialog.getByLabel('Minutes').focus();
  await keyboard.type('20');
  await keyboard.press('Enter');
  await expect(inDialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Battery replaced');

  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks.getByRole('radiogroup')).toHaveCount(5);
  await press('No findings');
  await press('Save checks');
  await expect(page.getByRole('region', { name: 'Erased' })).toBeVisible();
  await press('Erased and verified');

  const tests = page.getByRole('region', { name: 'Tested' });
  await tests.getByRole('radiogroup', { name: 'NFC' }).getByLabel('Pass').focus();
  await keyboard.press('f');
  await expect(tests.getByRole('status')).toContainText('Failed: NFC.');
  await keyboard.press('p');
  await expect(tests.getByRole('status')).toHaveText('Failed: NFC.');
  await tests.getByLabel('Battery health, %').focus();
  await keyboard.type('84');
  // The answers survive a reload.
  await page.reload();
  await expect(tests.getByRole('status')).toHaveText('Failed: NFC.');
  await press('Save test');

  const grades = page.getByRole('region', { name: 'Graded' });
  await expect(grades.getByRole('group')).toHaveCount(4);
  for (const surface of await grades.getByRole('group').all()) {
    await surface.getByRole('radio').first().focus();
    await keyboard.press('Space');
  }
  await expect(grades).toContainText('Battery 84%: A needs 85%');
  await expectNoViolations(page, 'device with its grades');
  await press('Save grade');
  await press('Ready for sale');
  await expect(page.getByRole('button', { name: 'Put on sale' })).toBeVisible();

  await page.getByRole('button', { name: /Erased ?,/ }).click();
  await page.getByRole('link', { name: /^Certificate E-/ }).click();
  await expect(heading(page, 'Certificate of erasure')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(serial);
  await expectNoViolations(page, 'certificate of an erasure');
});

test('the bench goes from scan to scan without a mouse, and a stray scan records nothing', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const [first, second] = [await receivePhone(shop), await receivePhone(shop)];
  const { keyboard } = page;
  const region = (name: string) => page.getByRole('region', { name });
  await openBackOffice(page, '/admin/bench');
  await expect(page.getByLabel('Scan')).toBeFocused();
  await scan(page, first.serial);
  await expect(heading(page, first.number)).toBeVisible();
  await expect(region('Checks').locator(':focus')).toHaveCount(1);
  await keyboard.press('p');
  await expect(region('Checks').getByLabel('No finding', { exact: true }).first()).toBeChecked();
  await keyboard.press('Control+Enter');

  // The label of another device is scanned in the middle of the work.
  await expect(region('Erased')).toBeFocused();
  await keyboard.type(second.number);
  await keyboard.press('Enter');
  await expect(heading(page, second.number)).toBeVisible();
  await expect(region('Checks').locator(':focus')).toHaveCount(1);
  await scan(page, first.serial);
  await expect(heading(page, first.number)).toBeVisible();
  await expect(region('Erased')).toBeFocused();
  await expect(page.getByRole('main')).not.toContainText('Certificate E-');
  // A scan into a field, too, records nothing.
  await region('Erased').getByLabel('Tool and version').focus();
  await scan(page, first.number);
  await expect(region('Erased').getByLabel('Tool and version')).toHaveValue(first.number);
  await region('Erased').getByLabel('Tool and version').fill('');
  await keyboard.press('Control+Enter');

  await expect(region('Tested').locator(':focus')).toHaveCount(1);
  await keyboard.press('Control+Enter');
  await expect(notice(page, 'This step is not finished yet')).toBeVisible();
  await keyboard.press('f');
  await expect(region('Tested').getByRole('status')).toContainText('Failed:');
  await keyboard.press('Space');
  await expect(region('Tested').getByRole('status')).not.toContainText('Failed:');
  await keyboard.press('p');
  await expect(region('Tested').getByRole('status')).toHaveText('All tests pass.');
  await region('Tested').getByLabel('Battery health, %').focus();
  await keyboard.type('91');
  await keyboard.press('Control+Enter');

  const surfaces = region('Graded').getByRole('group');
  await expect(surfaces).toHaveCount(4);
  for (const surface of await surfaces.all()) {
    await expect(surface.locator(':focus')).toHaveCount(1);
    await keyboard.press('Space');
    await keyboard.press('Tab');
  }
  await keyboard.press('Control+Enter');
  await expect(page.getByText('Every step is done.')).toBeVisible();
  await keyboard.press('Control+Enter');
  await expect(heading(page, 'Bench')).toBeVisible();
  await expect(page.getByLabel('Scan')).toBeFocused();
  await scan(page, first.number);
  await expect(page.getByRole('button', { name: 'Put on sale' })).toBeVisible();
});

test('a device whose erasure failed cannot be sold by the owner either', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const { serial } = await receivePhone(shop);
  await openBackOffice(page, '/admin/bench');
  await scan(page, serial);
  await expect(heading(page, /^U-/)).toBeVisible();
  await page.getByRole('button', { name: /^Erased/ }).click();
  await page.getByRole('button', { name: 'It failed' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('In quarantine');
  await expect(main).toContainText('Its erasure failed. Erase it again or scrap it.');

  const move = async (to: string) => {
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Move U-/ });
    await dialog.getByLabel('To').selectOption({ label: to });
    await dialog.getByLabel('Reason').fill('The owner wants to sell it');
    await dialog.getByRole('button', { name: 'Move' }).click();
    return dialog;
  };
  await expect(await move('On the bench')).toBeHidden();
  await expect(await move('Ready for sale')).toContainText('Its erasure failed.');
});

test('a rack of devices is assigned to one person and erased at once', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const rack = [await receivePhone(shop), await receivePhone(shop)];
  await openBackOffice(page, '/admin/bench');
  for (const { number } of rack) {
    await row(page, number).getByRole('checkbox').check();
  }
  await page.keyboard.press('a');
  await page.getByRole('button', { name: /^Mine/ }).click();
  for (const { number } of rack) {
    await expect(row(page, number)).toContainText('Admin');
    await row(page, number).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Record erasure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erasure of 2 devices' });
  await dialog.getByRole('button', { name: 'Erased and verified' }).click();
  await expect(dialog).toContainText('Name the tool that erased them');
  await dialog.getByLabel('Tool and version').fill('Blancco 7');
  await dialog.getByRole('button', { name: 'Erased and verified' }).click();
  await expect(dialog).toBeHidden();
  for (const { number } of rack) await expect(row(page, number)).toContainText('Erased: done');
});

test('reports of a diagnostic tool are checked, then recorded from a file', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const serial = newSerial();
  const model = { new: { name: `Galaxy Tab ${serial}`, brand: 'Samsung' } };
  const body = { model, identifiers: [{ kind: 'serial', value: serial }] };
  const received = await call(shop.url, 'POST', '/units', { token: shop.adminToken, body });
  const { id, number } = received.body.data.unit;
  const { checklist } = (await call(shop.url, 'GET', `/units/${id}/bench`, { token: shop.adminToken })).body
    .data.bench;
  const labels = checklist.tests.map(({ label }: { label: string }) => label);
  const rows = [
    ['Serial', 'Report', 'Battery', ...labels],
    [serial, `R-${serial}`, '', ...labels.map(() => 'Pass')],
    ['UNKNOWN1', `S-${serial}`, '', ...labels.map(() => 'Pass')],
  ];
  const dialog = await chooseReports(page, rows);
  await expect(dialog).toContainText('1 report can be recorded, 1 cannot.');
  await expect(dialog.getByRole('list', { name: 'Reports of the file' })).toContainText('UNKNOWN1');
  await dialog.getByRole('button', { name: 'Record 1 report' }).click();
  await expect(notice(page, '1 report recorded')).toBeVisible();
  await open(page, `/admin/units/${number}`);
  await expect(page.getByText(/PhoneCheck/).first()).toBeVisible();
});
