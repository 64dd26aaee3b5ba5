import type { Page } from '@playwright/test';
import { maxUploadBytes } from '@reprise/contract/foundations/media';
import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row, search } from './back-office.ts';
import { addDevice, newName, redPixel, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { field, notice } from './shopper.ts';

const products = '/admin/products';

async function find(page: Page, words: string, count: number): Promise<void> {
  await search(page, 'Search products', words);
  await expect(page.getByText(`1-${count} of ${count}`, { exact: true })).toBeVisible();
}

test('bulk changes are undone, and products are archived and restored', async ({ page, shop }) => {
  const name = newName();
  const [first, second] = [
    await addDevice(shop, { name: `${name} A`, price: 200 }),
    await addDevice(shop, { name: `${name} B`, price: 99.5 }),
  ];
  await openBackOffice(page, products);
  await find(page, name, 2);
  await page.getByRole('button', { name: 'Price' }).click();
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=price-low/);
  await page.getByLabel('Select all on this page').check();

  await test.step('preview a ten percent change', async () => {
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 2 products' });
    await dialog.getByLabel('Percent').fill('-10');
    await dialog.getByLabel('Rounding').selectOption({ label: 'To .99 ($120.99)' });
    await expect(dialog.getByText('$200.00')).toBeVisible();
    await expect(dialog.getByText('$179.99')).toBeVisible();
    await expectNoViolations(page, 'change of several products');
    await dialog.getByRole('button', { name: 'Change 2 products' }).click();
    await expect(dialog.getByText('2 products changed.')).toBeVisible();
    await expect(row(page, first.name)).toContainText('$179.99');
    await dialog.getByRole('button', { name: 'Undo 2 products' }).click();
    await expect(dialog.getByText('2 products restored.')).toBeVisible();
    await expect(row(page, first.name)).toContainText('$200.00');
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('archiving removes it from the store, not from the admin', async () => {
    await page.getByRole('button', { name: `Archive ${second.name}` }).click();
    await page.getByRole('button', { name: 'Archive 1 product' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(row(page, second.name)).toBeHidden();
    expect((await page.request.get(`/product/${second.slug}`)).status()).toBe(410);
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Archived' });
    await expect(row(page, second.name)).toContainText('Archived');
    await page.getByRole('button', { name: `Restore ${second.name}` }).click();
    await page.getByRole('button', { name: 'Restore 1 product' }).click();
    await expect(page.getByText('1 product changed.')).toBeVisible();
    expect((await page.request.get(`/product/${second.slug}`)).status()).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('column and view are restored', async () => {
    await open(page, `${products}?search=${encodeURIComponent(name)}`);
    await page.getByLabel('Columns and density').click();
    await page.getByLabel('SKU').check();
    await page.getByLabel('Views', { exact: true }).click();
    await page.getByLabel('Save this view as').fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await open(page, products);
    await expect(page.getByRole('columnheader', { name: 'SKU' })).toBeVisible();
    await page.getByLabel('Views', { exact: true }).click();
    await page.getByRole('link', { name: 'Mine' }).click();
    await expect(page.getByText('1-2 of 2', { exact: true })).toBeVisible();
    await expectNoViolations(page, 'product list');
  });
});

test('stock is corrected with a reason, and an edit conflict is shown', async ({ page, shop, tolerate }) => {
  tolerate(/409 \(Conflict\)/);
  const device = await addDevice(shop, { stockCount: 5 });
  await openBackOffice(page, products);
  await find(page, device.name, 1);

  await test.step('remove two damaged units', async () => {
    await page.getByRole('button', { name: `Stock of ${device.name}: 5. Correct it` }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct stock' });
    await dialog.getByLabel('Set a new total').check();
    await dialog.getByLabel('Counted').fill('3');
    await dialog.getByLabel('Reason').selectOption('Damaged');
    await expectNoViolations(page, 'stock correction');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(page, `Stock of ${device.name}: 3`)).toBeVisible();
    expect(await stockOf(shop, device)).toBe(3);
    await open(page, `${products}/${device.id}/stock`);
    await expect(row(page, 'Damaged')).toContainText('−2');
    await expect(row(page, 'Initial stock')).toContainText('+5');
    await expectNoViolations(page, 'stock ledger');
  });

  await test.step('another administrator saves while the form is open', async () => {
    await open(page, `${products}?edit=${device.id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Product' });
    await dialog.getByLabel('Product Name').fill(`${device.name} Pro`);
    const body = { name: device.name, category: 'Smartphones', price: 222 };
    await call(shop.url, 'PUT', `/products/${device.id}`, { token: shop.adminToken, body });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByText('They changed the price (now $222.00).')).toBeVisible();
    await expectNoViolations(page, 'edit conflict');
    await dialog.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await expect(notice(page, 'Product updated successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('a preview shows the form as a store page before saving', async () => {
    await open(page, `${products}?edit=${device.id}`);
    const edit = page.getByRole('dialog', { name: 'Edit Product' });
    await field(edit, 'Price').fill('187.5');
    await field(edit, 'Description').fill('Soon with another battery');
    await edit.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    for (const words of [`${device.name} Pro`, '$187', 'Soon with another battery', 'Only 3 left in stock'])
      await expect(preview).toContainText(words);
    await preview.getByRole('button', { name: 'Close' }).click();
    await expect(field(edit, 'Price')).toHaveValue('187.5');
    const { body } = await call(shop.url, 'GET', `/products/${device.id}`);
    expect(body.data.product.price).not.toBe(187.5);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edit).toBeHidden();
  });

  await test.step('the same model in another condition', async () => {
    await open(page, `${products}?edit=${device.id}`);
    await page.getByRole('button', { name: 'Duplicate as another condition' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Product' });
    await expect(dialog.getByLabel('Condition')).toHaveValue('excellent');
    await dialog.getByLabel('Price', { exact: false }).first().fill('260');
    await dialog.getByRole('button', { name: 'Add Product' }).click();
    await expect(notice(page, 'Product added successfully!')).toBeVisible();
    await open(page, `/product/${device.id}`);
    await expect(page.getByRole('main')).toContainText('$260');
  });
});

test('a product whose answer was lost is added once when it is sent again', async ({
  page,
  shop,
  tolerate,
}) => {
  const name = newName();
  await openBackOffice(page, '/admin/products?add=product');
  const add = page.getByRole('dialog', { name: 'Add New Product' });
  await field(add, 'Product Name').fill(name);
  await field(add, 'Brand').fill('Acme');
  await field(add, 'Category').selectOption({ index: 1 });
  await test.step('a comma for cents is refused at the price', async () => {
    await field(add, 'Price').fill('149,50');
    await add.getByRole('button', { name: 'Add Product' }).click();
    await expect(field(add, 'Price')).toBeFocused();
    await expect(add.getByText('Use a point for decimals: 149.50.')).toBeVisible();
    await field(add, 'Price').fill('$1,299.00');
  });
  tolerate(/ERR_FAILED/);
  // The shop adds the product, and its answer never arrives.
  await page.route('**/api/products', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(add.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/products');
  await add.getByRole('button', { name: 'Add Product' }).click();
  await expect(notice(page, 'Product added successfully!')).toBeVisible();
  const query = `/products/admin/all?search=${encodeURIComponent(name)}`;
  const { body } = await call(shop.url, 'GET', query, { token: shop.adminToken });
  expect(body.data.products.map(({ price }: { price: number }) => price)).toEqual([1299]);
});

/** Photo of 600 by 400 pixels as iPhones store them. */
const heicPhoto = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFnAAEAAAAAAAABCQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAw2lwcnAAAAClaXBjbwAAAHlodmNDAQNwAAAAAAAAAAAAP/AA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAP7oCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwA/oASyAZFlupJKa5uBAQMCAAADAAIAAAMAAhAiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAJYAAABkAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAABEW1kYXQAAAEFKAGvEzm0jhiheuaocNP//RdRX/Dvq/6KFLSeb2Q7muztmBFLaUAAAjQAA4QAHMAAAAMAAAMABwzRIAAAAwEVowIpbSgAAEaAAJQABVAAAAMAAAMAAAMAAAMAA3MIYAAAAwEnkwAAxwAHMAAAAwAAAwAAAwAAAwAAAwAAAwAf6nKAAAAXUIcAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAGsOOAAADACCgAAADAAADAAADAAADAAADAAADAAADAAADAEPTTAAAAwBmwAAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAECjHgAAAGbAAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMBOTiA',
  'base64',
);

test('photos of any size are taken, a failed one holds back the save, and the next product follows', async ({
  page,
}) => {
  const name = newName();
  await openBackOffice(page, `${products}?add=product`);
  const dialog = page.getByRole('dialog', { name: 'Add New Product' });
  const fill = async (product: string) => {
    await dialog.getByLabel('Product Name').fill(product);
    await field(dialog, 'Description').fill('Looks like new.');
    await field(dialog, 'Price').fill('149.50');
  };
  await fill(`${name} A`);
  await dialog.getByLabel('Brand').fill('Acme');
  await dialog.getByLabel('Category').selectOption({ label: 'Laptops' });
  const upload = (photo: string, mimeType: string, buffer: Buffer) =>
    dialog.getByLabel('Images to upload').setInputFiles({ name: photo, mimeType, buffer });

  await test.step('a HEIC photo and one above the limit are converted in the browser', async () => {
    await upload('phone.heic', 'image/heic', heicPhoto);
    await expect(dialog.getByLabel('Primary Image URL')).toHaveValue(/^\/media\//);
    await upload('large.png', 'image/png', Buffer.concat([redPixel, Buffer.alloc(maxUploadBytes)]));
    await expect(dialog.getByLabel('Image URL 2')).toHaveValue(/^\/media\//);
  });

  await test.step('a failed image holds back the save until it is dismissed', async () => {
    await upload('broken.heic', 'image/heic', Buffer.from('no photo'));
    await expect(dialog.getByText('broken.heic: not a HEIC photo that can be read.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Product' }).click();
    await expect(dialog.getByText(/^One image was not uploaded/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Dismiss broken.heic' }).click();
  });

  await test.step('the next product starts with what both share', async () => {
    await dialog.getByRole('button', { name: 'Save and add another' }).click();
    await expect(notice(page, 'Product added successfully!')).toBeVisible();
    await expect(dialog.getByLabel('Product Name')).toHaveValue('');
    await expect(dialog.getByLabel('Brand')).toHaveValue('Acme');
    await expectNoViolations(page, 'the next product');
    await fill(`${name} B`);
    await dialog.getByRole('button', { name: 'Add Product' }).click();
    await expect(dialog).toBeHidden();
    await find(page, name, 2);
  });
});
