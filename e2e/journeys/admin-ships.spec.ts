import { goTo, openBackOffice, row, search, setStatus, ship } from './back-office.ts';
import { addDevice, newName, redPixel } from './devices.ts';
import { expect, open, test } from './journey.ts';
import {
  addToCart,
  buyWhatIsInTheCart,
  field,
  fullName,
  heading,
  newPerson,
  notice,
  register,
  reload,
} from './shopper.ts';

test('an administrator adds a product with an image, and it is for sale', {
  tag: ['@main', '@catalog', '@media'],
}, async ({ page }) => {
  const name = newName();
  await openBackOffice(page);
  await goTo(page, 'Products');
  await expect(heading(page, 'Product Management')).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Product' });
  const save = dialog.getByRole('button', { name: 'Add Product' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Product Name').fill(name);
  await dialog.getByLabel('Brand').fill('Acme');
  await field(dialog, 'Description').fill('Looks like new, runs like new.');
  await field(dialog, 'Price').fill('149.50');
  await dialog.getByLabel('Original Price').fill('299');
  await dialog.getByLabel('Stock Count').fill('3');
  await dialog.getByLabel('Category').selectOption({ label: 'Laptops' });
  await dialog.getByLabel('Condition').selectOption({ label: 'Like New' });
  await dialog
    .getByLabel('Images to upload')
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: redPixel });
  await expect(dialog.getByLabel('Primary Image URL')).toHaveValue(/^\/media\//);
  await save.click();
  await expect(notice(page, 'Product added successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  await search(page, 'Search products', name);
  await expect(row(page, name)).toContainText('$149.50');
  await expect(row(page, name)).toContainText('In Stock');
  const [product] = await Promise.all([
    page.waitForEvent('popup'),
    row(page, name)
      .getByRole('link', { name: `View ${name} in the store` })
      .click(),
  ]);
  await expect(heading(product, name)).toBeVisible();
  await expect(product.getByRole('main')).toContainText('Like New');
  await expect(product.getByRole('main')).toContainText('Only 3 left in stock');
  const image = product.getByRole('main').getByRole('img').first();
  await expect(image).toHaveAttribute('src', /\/media\//);
  await expect(image).toHaveJSProperty('complete', true);
  expect(await image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('an administrator ships an order, and its customer follows it', {
  tag: ['@main', '@orders', '@notifications'],
}, async ({ page, shop, newVisitor }) => {
  const person = newPerson();
  const device = await addDevice(shop);
  await register(page, person);
  await addToCart(page, device);
  const number = await buyWhatIsInTheCart(page, person);
  const trackingNumber = `1Z${number.replace('MJ-', '')}`;
  const order = page.getByRole('article', { name: `Order ${number}` });
  const owner = await newVisitor();
  await openBackOffice(owner);

  await test.step('ship with a tracking number', async () => {
    await goTo(owner, 'Orders');
    await expect(heading(owner, 'Order Management')).toBeVisible();
    await search(owner, 'Search by order or customer', person.lastName);
    await expect(row(owner, number)).toContainText(fullName(person));
    await ship(owner, number, trackingNumber);
    await expect(notice(owner, 'Order status updated to shipped')).toBeVisible();
    await expect(owner.getByLabel(`Status of order ${number}`)).toHaveValue('shipped');
  });

  await test.step('the customer tracks the parcel', async () => {
    await open(page, '/orders');
    await expect(order).toContainText(trackingNumber);
    await expect(order.getByRole('button', { name: 'Reorder' })).toBeHidden();
    await order.getByRole('link', { name: 'Track Package' }).click();
    await expect(page).toHaveURL(/\/track\?tracking=/);
    await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    const current = page.getByRole('main').locator('[aria-current="step"]');
    await expect(current).toContainText('Shipped');
  });

  await test.step('reorder after delivery', async () => {
    await setStatus(owner, number, 'Delivered');
    await expect(notice(owner, 'Order status updated to delivered')).toBeVisible();
    await open(page, '/orders');
    await expect(order.getByRole('link', { name: 'Track Package' })).toBeHidden();
    await order.getByRole('button', { name: 'Reorder' }).click();
    await expect(page.getByRole('dialog', { name: 'Your cart (1)' })).toContainText(device.name);
  });

  await test.step('the order keeps a deleted product', async () => {
    await goTo(owner, 'Products');
    await search(owner, 'Search products', device.name);
    await row(owner, device.name)
      .getByRole('button', { name: `Delete ${device.name}` })
      .click();
    const dialog = owner.getByRole('dialog', { name: 'Delete Product' });
    await expect(
      dialog.getByText('Are you sure you want to delete this product? This action cannot be undone.', {
        exact: true,
      }),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete Product' }).click();
    await expect(notice(owner, 'Product deleted successfully!')).toBeVisible();
    await expect(row(owner, device.name)).toBeHidden();
    await reload(page);
    await expect(order).toContainText(device.name);
    await expect(order).toContainText('$216.00');
    const answer = await page.request.get(`/product/${device.slug}`);
    expect(answer.status()).toBe(410);
  });
});
