import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { csv, onSale } from './csv-file.ts';
import { newName } from './devices.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';

// In a shop of its own: a product whose image cannot be loaded fails every journey that lists it.
test.use({ shopName: 'imports of other shops' });

test('an export of Shopify is read as it comes, and asks what it cannot know', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/status of 400/);
  // The image is on a server that does not exist.
  tolerate(/ERR_CONNECTION_REFUSED/);
  const name = newName();
  const handle = name.toLowerCase().replaceAll(' ', '-');
  const lines = [
    'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status',
    `${handle},${name},<p>Checked.</p>,Acme,Pocket phones,true,Color,Blue,Condition,Grade AB,${name} 1,2,120.00,150.00,https://127.0.0.1/blue.jpg,active`,
    `${handle},,,,,,,Red,,Good,${name} 2,1,110.00,,,`,
  ];
  await openBackOffice(page, '/admin/imports');
  await page.getByLabel('Choose a CSV file or drop it here').setInputFiles(csv('shopify.csv', lines));
  const dialog = page.getByRole('dialog', { name: 'What are these in your shop?' });

  await test.step('unknown conditions and categories are asked about', async () => {
    await expect(dialog.getByLabel('Grade AB')).toBeVisible();
    await expectNoViolations(page, 'the questions about an export');
    await dialog.getByLabel('Grade AB').selectOption('Like New');
    await dialog.getByLabel('Pocket phones').selectOption('Add “Pocket phones” as a category');
    await dialog.getByRole('button', { name: 'Remember and check the file' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'shopify.csv' })).toBeVisible();
    await expect(page.getByText('Read as an export of Shopify.')).toBeVisible();
  });

  await test.step('its variants become products, and the images that fail are named', async () => {
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible({ timeout: 30_000 });
    const images = page.getByRole('region', { name: 'Images' });
    await expect(images).toContainText('127.0.0.1 is inside the network of the shop', { timeout: 30_000 });
    await expect(images.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectNoViolations(page, 'an imported export');
    expect(await onSale(shop.url, name)).toBe(2);
  });

  await test.step('its address leads to the product', async () => {
    await open(page, `/products/${handle}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name} Blue`);
  });

  await test.step('how it is read can be changed', async () => {
    await open(page, '/admin/imports');
    await page.getByRole('button', { name: 'How Shopify is read' }).click();
    const preset = page.getByRole('dialog', { name: 'How Shopify is read' });
    await expect(preset.getByText('Grade AB is Like New')).toBeVisible();
    // As high as the dialog: axe takes a button for too small that its scrolled edge cuts.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await expectNoViolations(page, 'how an export is read');
    await preset.getByRole('button', { name: 'Forget Grade AB' }).click();
    await preset.getByLabel('Brand of products without one').fill('Acme');
    await preset.getByRole('button', { name: 'Save' }).click();
    await expect(preset).toBeHidden();
    await page.getByRole('button', { name: 'How Shopify is read' }).click();
    await expect(preset.getByLabel('Brand of products without one')).toHaveValue('Acme');
    await preset.getByRole('button', { name: 'As delivered' }).click();
    await preset.getByRole('button', { name: 'Forget all changes?' }).click();
    await expect(preset).toBeHidden();
  });
});
