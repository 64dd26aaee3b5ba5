import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row } from './back-office.ts';
import { addDevice, newName } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { field, notice } from './shopper.ts';

const products = '/admin/products';

test('a draft is saved by its name, completed and published', async ({ page, shop }) => {
  const name = newName();
  await openBackOffice(page);
  const edit = page.getByRole('dialog', { name: 'Edit Product' });

  await test.step('a name is enough', async () => {
    await open(page, `${products}?add=product`);
    const add = page.getByRole('dialog', { name: 'Add New Product' });
    const save = add.getByRole('button', { name: 'Save as draft' });
    await expect(save).toBeDisabled();
    await add.getByLabel('Product Name').fill(name);
    await expect(add.getByRole('button', { name: 'Add Product' })).toBeDisabled();
    await save.click();
    await expect(notice(page, /^Draft saved\./)).toBeVisible();
    await expect(add).toBeHidden();
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Drafts' });
    await expect(row(page, name)).toContainText('No price');
    await expect(row(page, name)).toContainText('Draft');
    await expectNoViolations(page, 'list of drafts');
  });

  await test.step('publishing shows what is missing at the fields', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await edit.getByRole('button', { name: 'Publish' }).click();
    await expect(field(edit, 'Brand')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(edit, 'Price')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(edit, 'Brand')).toBeFocused();
    await expectNoViolations(page, 'incomplete draft');
    await field(edit, 'Brand').fill('Acme');
    await edit.getByRole('button', { name: 'Save Draft' }).click();
    await expect(edit).toBeHidden();
    expect((await page.request.get(`/products?search=${encodeURIComponent(name)}`)).status()).toBe(200);
  });

  await test.step('the keyboard publishes the complete draft', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await field(edit, 'Price').fill('149.50');
    await edit.getByLabel('Category').selectOption({ label: 'Laptops' });
    await edit.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    await expect(notice(page, 'Product published. It is in the store now.')).toBeVisible();
    await expect(row(page, name)).toBeHidden();
    const { body } = await call(shop.url, 'GET', `/products?search=${encodeURIComponent(name)}`);
    expect(body.data.products[0]).toMatchObject({ name, price: 149.5, category: 'Laptops' });
  });
});

test('a product goes back to draft, in the form and in bulk, and 409 guards a publish', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/40[49] \((Conflict|Not Found)\)/);
  const name = newName();
  const [first, second] = [
    await addDevice(shop, { name: `${name} A` }),
    await addDevice(shop, { name: `${name} B` }),
  ];
  const statusOf = async (slug: string) => (await page.request.get(`/product/${slug}`)).status();
  await openBackOffice(page, `${products}?search=${encodeURIComponent(name)}`);
  const edit = page.getByRole('dialog', { name: 'Edit Product' });

  await test.step('the form takes a product off sale', async () => {
    await page.getByRole('link', { name: first.name, exact: true }).click();
    await edit.getByRole('button', { name: 'Set to draft' }).click();
    await expect(notice(page, /^Draft saved\./)).toBeVisible();
    expect(await statusOf(first.slug)).toBe(404);
  });

  await test.step('publishing what somebody else published meanwhile is not overwritten', async () => {
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Drafts' });
    await page.getByRole('link', { name: first.name, exact: true }).click();
    await expect(edit.getByText('Draft: not in the store')).toBeVisible();
    await call(shop.url, 'POST', '/products/admin/bulk', {
      token: shop.adminToken,
      body: { products: [first.id], change: { kind: 'publish', published: true } },
    });
    await edit.getByRole('button', { name: 'Save Draft' }).click();
    await expect(edit.getByText('They changed draft (now no).')).toBeVisible();
    await expect(edit.getByRole('button', { name: 'Overwrite with my changes' })).toBeHidden();
    expect(await statusOf(first.slug)).toBe(200);
    await edit.getByRole('button', { name: 'Discard my changes' }).click();
    await edit.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a bulk change unpublishes and publishes', async () => {
    await open(page, `${products}?search=${encodeURIComponent(name)}`);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Set to draft…' }).click();
    await page.getByRole('button', { name: 'Set 2 products to draft' }).click();
    await expect(page.getByText('2 products changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    expect([await statusOf(first.slug), await statusOf(second.slug)]).toEqual([404, 404]);
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Drafts' });
    await page.getByRole('button', { name: `Publish ${second.name}` }).click();
    await page.getByRole('button', { name: 'Publish 1 product' }).click();
    await expect(page.getByText('1 product changed.')).toBeVisible();
    expect(await statusOf(second.slug)).toBe(200);
  });
});
