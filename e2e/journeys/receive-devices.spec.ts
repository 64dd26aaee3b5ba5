import { goByKey, openBackOffice, row, search } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { newImei, newSerial, scan, scanAgain } from './scanner.ts';
import { heading } from './shopper.ts';

type Phone = readonly [string, string];

test('five devices are received with a scanner alone, and a wrong one is refused', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const product = await addDevice(shop, { category: 'Laptops' });
  await openBackOffice(page);
  await goByKey(page, 'e');
  await expect(heading(page, 'Receive devices')).toBeVisible();
  await expect(page.getByLabel('Scan')).toBeFocused();
  const status = page.getByRole('status').first();
  const received = page.getByRole('region', { name: 'Received now' });

  await scan(page, 'BIN-A3');
  await expect(status).toContainText('Bin A3');
  const first = newSerial();
  await scan(page, first);
  await expect(status).toContainText('Which model is it?');
  await page.keyboard.type(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await expect(status).toContainText('Are these the numbers of one device?');
  await expect(page.getByLabel('Scan')).toBeFocused();
  await scanAgain(page, first);
  await expect(status).toContainText(`Received U-`);
  await expect(received.getByRole('listitem')).toContainText(first);
  // The next devices are of the same model; the scanner does not wait for the answers.
  for (const end of ['Tab', 'Enter', 'Tab', 'Enter'] as const) await scan(page, newSerial(), end);
  await expect(received.getByRole('listitem')).toHaveCount(5);
  await expect(received.getByRole('listitem').first()).toContainText('Bin A3');

  await scan(page, first);
  await expect(status).toContainText('already: on the bench');
  // A fixed one: one in ten such numbers may be a tracking number as well, and is asked about.
  await scan(page, '356938035643808');
  await expect(status).toContainText('The check digit of this IMEI does not fit.');
  await scan(page, '3.56938E+14');
  await expect(status).toContainText('A spreadsheet has lost digits of this number.');
  await expect(received.getByRole('listitem')).toHaveCount(5);

  await received.getByRole('listitem').last().getByRole('button', { name: 'Undo' }).click();
  await expect(received.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByLabel('Scan')).toBeFocused();
  await scan(page, first);
  await expect(received.getByRole('listitem')).toHaveCount(5);
});

test('one forgotten scan joins no two phones, and no fault needs the mouse', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const product = await addDevice(shop, { category: 'Smartphones' });
  await openBackOffice(page, '/admin/receive');
  await expect(page.getByLabel('Scan')).toBeFocused();
  const status = page.getByRole('status').first();
  const received = page.getByRole('region', { name: 'Received now' });
  const aside = page.getByRole('region', { name: 'Put aside' });
  const phones = Array.from({ length: 4 }, () => [newImei(), newSerial()] as const);
  const [first, second, third, fourth] = phones as [Phone, Phone, Phone, Phone];

  await scan(page, first[0]);
  await expect(status).toContainText('Which model is it?');
  // A scanner that fires into the field of the model is heard, and its code goes nowhere.
  await page.getByLabel('Find the model').focus();
  await scan(page, first[1]);
  await expect(status).toContainText('Choose the model first');
  await page.getByLabel('Find the model').fill(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await scan(page, first[1]);
  await scanAgain(page, ...first);
  await expect(status).toContainText('Received U-');
  await expect(received.getByRole('listitem')).toContainText([first[0]]);

  await test.step('strays change nothing', async () => {
    await scan(page, second[0]);
    for (const stray of ['MLPF3LL/A', '194252707241', '1Z999AA10123456784', 'MJ-AAABBBCCC']) {
      await scan(page, stray);
      await expect(status).toContainText('This is');
    }
    await scan(page, second[1]);
    await expect(received.getByRole('listitem')).toHaveCount(2);
    await expect(received.getByRole('listitem').first()).toContainText(second[1]);
  });

  await test.step('a missing serial number', async () => {
    await scan(page, third[0]);
    await scan(page, fourth[0]);
    await expect(status).toContainText('Two IMEIs: are both on one device?');
    await page.keyboard.press('Escape');
    await expect(aside).toContainText(third[0]);
    await scan(page, fourth[1]);
    await scanAgain(page, ...fourth);
    await expect(received.getByRole('listitem').first()).toContainText(fourth[0]);
    for (const code of third) await scan(page, code);
    await expect(received.getByRole('listitem')).toHaveCount(4);
    await expect(aside).toBeHidden();
  });
});

test('a receive that gets no answer is not lost and not doubled', { tag: ['@units'] }, async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  const product = await addDevice(shop, { category: 'Laptops' });
  await openBackOffice(page, '/admin/receive');
  const status = page.getByRole('status').first();
  const received = page.getByRole('region', { name: 'Received now' });
  const serial = newSerial();
  await scan(page, serial);
  await expect(status).toContainText('Which model is it?');
  await page.route('**/api/units', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.type(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await scanAgain(page, serial);
  await expect(status).toContainText('Nothing is lost: press Enter to try again.');
  await page.unroute('**/api/units');
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Received U-');
  await expect(received.getByRole('listitem')).toHaveCount(1);
});

test('a device is found by its last digits, moved and labeled', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  // Headphones hold no data: nothing is erased before they are sold.
  const product = await addDevice(shop, { category: 'Audio & Headphones' });
  await openBackOffice(page, '/admin/receive');
  await expect(page.getByLabel('Scan')).toBeFocused();
  const serial = newSerial();
  await scan(page, serial);
  await page.getByLabel('Find the model').fill(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await scanAgain(page, serial);
  await expect(page.getByRole('status').first()).toContainText('Received U-');

  await open(page, '/admin/units');
  await search(page, 'Search by number, model or last digits', serial.slice(-6));
  await expect(page.getByRole('row').filter({ hasText: 'On the bench' })).toHaveCount(1);
  await row(page, serial).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Move U-/ });
  await dialog.getByLabel('To').selectOption({ label: 'Ready for sale' });
  await expect(dialog).toContainText('Test it.');
  await dialog.getByLabel('Reason').fill('Looked at');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, serial)).toContainText('Ready');

  await row(page, serial).getByRole('link').first().click();
  await expect(page.getByText('Looked at', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Print label' }).click();
  await expect(page.getByRole('img', { name: /^Barcode U-/ })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.goBack();
  await expect(page.getByText('Label printed')).toBeVisible();
});

test('each received device is printed once when the desk wants labels', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const product = await addDevice(shop, { category: 'Laptops' });
  // Reads the labels at the moment of printing.
  await page.addInitScript(() => {
    window.print = () => {
      const labels = [...document.querySelectorAll('[data-paper]')].map(({ textContent }) => textContent);
      sessionStorage.setItem(
        'printed',
        JSON.stringify([...JSON.parse(sessionStorage.getItem('printed') ?? '[]'), labels]),
      );
    };
  });
  const printed = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('printed') ?? '[]') as string[][]);
  await openBackOffice(page, '/admin/receive');
  const received = page.getByRole('region', { name: 'Received now' }).getByRole('listitem');
  const numbers = async () => (await received.getByRole('link').allTextContents()).reverse();
  await page.getByLabel('Print a label after each device').check();
  const first = newSerial();
  await scan(page, first);
  await page.getByLabel('Find the model').fill(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await scanAgain(page, first);
  await scan(page, newSerial());
  await expect(received).toHaveCount(2);
  await expect.poll(async () => (await printed()).length).toBe(2);
  for (const [index, number] of (await numbers()).entries())
    expect((await printed())[index]).toEqual([expect.stringContaining(number)]);
  await received.first().getByRole('button', { name: 'Undo' }).click();
  await expect(received).toHaveCount(1);
  await page.getByLabel('Print a label after each device').uncheck();
  await scan(page, newSerial());
  await expect(received).toHaveCount(2);
  expect(await printed()).toHaveLength(2);
});
