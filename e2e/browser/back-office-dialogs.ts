import type { Page } from '@playwright/test';
import { search } from '../journeys/back-office.ts';
import { addDevice, type Device, newEmail, newName, placeOrderByApi } from '../journeys/devices.ts';
import { expect, open, type Shop } from '../journeys/journey.ts';
import { field, heading } from '../journeys/shopper.ts';
import { call } from '../plain-client.ts';

/** Data for the dialogs of the admin, created for one run. */
export type DialogData = {
  device: Device;
  sibling: Device;
  /** Brand of both devices, and email address of both orders. */
  brand: string;
  email: string;
  category: { id: string; name: string };
  pending: { id: string; orderNumber: string };
  paid: { id: string; orderNumber: string };
  /** Cancelled order whose only device has been sold since. */
  shortOrder: { id: string; orderNumber: string };
  user: { id: string; name: string };
  importId: string;
};

export async function prepareDialogData(shop: Shop): Promise<DialogData> {
  const make = async (path: string, body: unknown) => {
    const answer = await call(shop.url, 'POST', path, { token: shop.adminToken, body });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  const modelKey = newName();
  // One search finds both devices, and another both orders: a changed search clears the selection.
  const brand = newName();
  const email = newEmail();
  const device = await addDevice(shop, { modelKey, brand });
  const sibling = await addDevice(shop, { modelKey, brand, condition: 'fair', price: 150 });
  const { category } = await make('/categories', { name: newName(), description: 'For a walk' });
  const { user } = await make('/users/users', { name: newName(), email: newEmail() });
  const pending = await placeOrderByApi(shop, device, { email });
  const paid = await placeOrderByApi(shop, device, { email });
  await pay(shop, paid.id);
  const last = await addDevice(shop, { stockCount: 1 });
  const shortOrder = await placeOrderByApi(shop, last);
  await call(shop.url, 'PUT', `/orders/${shortOrder.id}/status`, {
    token: shop.adminToken,
    body: { status: 'cancelled' },
  });
  await placeOrderByApi(shop, last);
  const file = new FormData();
  file.append('file', new Blob([csv()]), 'walk.csv');
  return {
    device,
    sibling,
    brand,
    email,
    category,
    pending,
    paid,
    shortOrder,
    user,
    importId: (await make('/product-imports', file)).import.id,
  };
}

/** Returns an import with valid rows and one rejected row. */
function csv(): string {
  const name = newName();
  const rows = [1, 2].map((at) => `${name} ${at},${name},Acme,Smartphones,${at}00`);
  return ['sku,name,brand,category,price', ...rows, `${name} 3,${name},Acme,Nowhere,1`].join('\n');
}

async function pay(shop: Shop, orderId: string): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const answer = await call(shop.url, 'POST', `/payments/${path}`, { token: shop.adminToken, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  const { order } = (await call(shop.url, 'GET', `/orders/${orderId}`, { token: shop.adminToken })).body.data;
  const { clientSecret, paymentIntentId } = await post('create-payment-intent', {
    amount: order.total,
    orderId,
  });
  await post('test-processor/confirm', { clientSecret, card: 'pm_card_visa' });
  await post('confirm-payment', { paymentIntentId, orderId });
}

type DialogCase = {
  name: string;
  open: (page: Page, data: DialogData) => Promise<void>;
  /** Selector of the part to examine, when the rest of the page is unchanged. */
  part?: string;
};

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Dialogs, menus and states of the admin that a URL alone does not open. */
export const dialogCases: DialogCase[] = [
  {
    name: 'products: the filters',
    open: async (page) => {
      await open(page, '/admin/products');
      // On a phone the filters are behind a button.
      const filters = page.getByRole('button', { name: /^Filters/ });
      const condition = page.getByRole('combobox', { name: 'Condition', exact: true });
      await expect(filters.or(condition).first()).toBeVisible();
      if (await filters.isVisible()) await filters.click();
      await expect(condition).toBeVisible();
    },
  },
  {
    name: 'products: saved views',
    part: 'details[open]',
    open: async (page, { device }) => {
      await open(page, `/admin/products?search=${encodeURIComponent(device.name)}`);
      await page.getByLabel('Views', { exact: true }).click();
      await expect(page.getByLabel('Save this view as')).toBeVisible();
    },
  },
  {
    name: 'products: columns',
    part: 'details[open]',
    open: async (page) => {
      await open(page, '/admin/products');
      await page.getByLabel('Columns and density').click();
      await expect(page.getByLabel('SKU')).toBeVisible();
    },
  },
  {
    name: 'products: nothing matches',
    open: async (page) => {
      await open(page, '/admin/products?search=qqqqqqqq');
      await expect(page.getByText('No products match')).toBeVisible();
    },
  },
  {
    name: 'Add New Product, as another condition',
    open: async (page, { device }) => {
      await open(page, `/admin/products?add=${device.id}`);
      await expect(dialog(page, 'Add New Product').getByText('A copy of')).toBeVisible();
    },
  },
  {
    name: 'Edit Product, refused',
    open: async (page, { device }) => {
      await open(page, `/admin/products?edit=${device.id}`);
      const edit = dialog(page, 'Edit Product');
      await field(edit, 'Price').fill('-1');
      await edit.getByRole('button', { name: 'Add feature' }).click();
      await edit.getByRole('button', { name: 'Add specification' }).click();
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await expect(field(edit, 'Price')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'Preview',
    open: async (page, { device }) => {
      await open(page, `/admin/products?edit=${device.id}`);
      await dialog(page, 'Edit Product').getByRole('button', { name: 'Preview' }).click();
      await expect(dialog(page, 'Preview').getByText(/^Delivery /)).toBeVisible();
    },
  },
  {
    name: 'Discard changes?',
    open: async (page, { device }) => {
      await open(page, `/admin/products?edit=${device.id}`);
      await field(dialog(page, 'Edit Product'), 'Product Name').fill('Something else');
      await page.keyboard.press('Escape');
      await expect(dialog(page, 'Discard changes?')).toBeVisible();
    },
  },
  {
    name: 'Delete Product',
    open: async (page, { device }) => {
      await open(page, `/admin/products?search=${encodeURIComponent(device.name)}`);
      await page.getByRole('button', { name: `Delete ${device.name}` }).click();
      await expect(dialog(page, 'Delete Product')).toBeVisible();
    },
  },
  {
    name: 'Correct stock',
    open: async (page, { device }) => {
      await open(page, `/admin/products?stock-of=${device.id}`);
      await expect(dialog(page, 'Correct stock').getByLabel('Reason')).toBeVisible();
    },
  },
  {
    name: 'Change products',
    open: async (page, data) => {
      await selectTwoProducts(page, data);
      await page.getByRole('button', { name: 'Change…' }).click();
      await dialog(page, 'Change 2 products').getByLabel('Percent').fill('-10');
      await expect(dialog(page, 'Change 2 products').getByText('2 change')).toBeVisible();
    },
  },
  {
    name: 'Archive products',
    open: async (page, data) => {
      await selectTwoProducts(page, data);
      await page.getByRole('button', { name: 'Archive…' }).click();
      await expect(dialog(page, 'Archive 2 products').getByText('2 change')).toBeVisible();
    },
  },
  {
    name: 'Delete products',
    open: async (page, data) => {
      await selectTwoProducts(page, data);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await expect(dialog(page, 'Delete 2 products')).toBeVisible();
    },
  },
  {
    name: 'an import that was checked',
    open: async (page, { importId }) => {
      await open(page, `/admin/imports/${importId}`);
      await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'Discard this import',
    open: async (page, { importId }) => {
      await open(page, `/admin/imports/${importId}`);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog(page, 'Discard this import')).toBeVisible();
    },
  },
  {
    name: 'Add New Category',
    open: async (page) => {
      await open(page, '/admin/categories?add=category');
      await expect(dialog(page, 'Add New Category')).toBeVisible();
    },
  },
  {
    name: 'Edit Category',
    open: async (page, { category }) => {
      await open(page, '/admin/categories');
      await search(page, 'Search categories', category.name);
      await page.getByRole('button', { name: `Edit ${category.name}` }).click();
      await expect(field(dialog(page, 'Edit Category'), 'Name')).toHaveValue(category.name);
    },
  },
  {
    name: 'Delete Category',
    open: async (page, { category }) => {
      await open(page, '/admin/categories');
      await search(page, 'Search categories', category.name);
      await page.getByRole('button', { name: `Delete ${category.name}` }).click();
      await expect(dialog(page, 'Delete Category')).toBeVisible();
    },
  },
  {
    name: 'orders: a selection',
    open: async (page, data) => {
      await selectOrders(page, data);
    },
  },
  {
    name: 'Ship several orders',
    open: async (page, data) => {
      await selectOrders(page, data);
      await page.getByRole('button', { name: 'Ship…' }).click();
      await expect(dialog(page, 'Ship 2 orders').getByLabel('Carrier of all parcels')).toBeVisible();
    },
  },
  {
    name: 'Cancel several orders',
    open: async (page, data) => {
      await selectOrders(page, data);
      await page.getByLabel('Set the status of the selected orders').selectOption('cancelled');
      await expect(dialog(page, 'Cancel 2 orders')).toBeVisible();
    },
  },
  {
    name: 'Ship an order',
    open: async (page, { pending }) => {
      await openOrder(page, pending);
      await page.getByRole('button', { name: 'Ship…' }).click();
      await expect(dialog(page, `Ship order ${pending.orderNumber}`)).toBeVisible();
    },
  },
  {
    name: 'Cancel an order',
    open: async (page, { paid }) => {
      await openOrder(page, paid);
      await page.getByRole('button', { name: 'Cancel order…' }).click();
      await expect(dialog(page, `Cancel order ${paid.orderNumber}`)).toBeVisible();
    },
  },
  {
    name: 'a step of the timeline',
    open: async (page, { paid }) => {
      await openOrder(page, paid);
      await page.getByRole('button', { name: 'Add step' }).click();
      await expect(page.getByLabel('Description')).toBeVisible();
    },
  },
  {
    name: 'Refund',
    open: async (page, { paid }) => {
      await openOrder(page, paid);
      await page.getByRole('button', { name: 'Refund…' }).click();
      await expect(dialog(page, `Refund order ${paid.orderNumber}`)).toBeVisible();
    },
  },
  {
    name: 'Delete note',
    open: async (page, { paid }) => {
      await openOrder(page, paid);
      await page.getByLabel('Write a note').fill('Rings in the evening.');
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByRole('button', { name: 'Delete this note' }).first().click();
      await expect(dialog(page, 'Delete note')).toBeVisible();
    },
  },
  {
    name: 'an order that stays cancelled',
    open: async (page, { shortOrder }) => {
      await openOrder(page, shortOrder);
      await page.getByLabel(`Status of order ${shortOrder.orderNumber}`).selectOption('processing');
      await expect(dialog(page, `Order ${shortOrder.orderNumber} stays cancelled`)).toBeVisible();
    },
  },
  {
    name: 'New order, with items',
    open: async (page, { device }) => {
      await open(page, '/admin/orders/new');
      await page.getByLabel('Find a product').fill(device.name);
      await page.getByRole('button', { name: `Add ${device.name}, Good` }).click();
      await page.getByRole('button', { name: /^Place order/ }).click();
      await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'packing slip',
    open: async (page, { paid }) => {
      await open(page, `/admin/orders/print/packing-slips?orders=${paid.orderNumber}`);
      await expect(page.getByText(paid.orderNumber).first()).toBeVisible();
    },
  },
  {
    name: 'invoice',
    open: async (page, { paid }) => {
      await open(page, `/admin/orders/print/invoices?orders=${paid.orderNumber}`);
      await expect(page.getByText(paid.orderNumber).first()).toBeVisible();
    },
  },
  {
    name: 'Add New User',
    open: async (page) => {
      await open(page, '/admin/users?add=user');
      await expect(dialog(page, 'Add New User')).toBeVisible();
    },
  },
  {
    name: 'Edit User',
    open: async (page, { user }) => {
      await open(page, `/admin/users?edit=${user.id}`);
      await expect(field(dialog(page, 'Edit User'), 'Name')).toHaveValue(user.name);
    },
  },
  {
    name: 'User',
    open: async (page, { user }) => {
      await open(page, `/admin/users?user=${user.id}`);
      await expect(dialog(page, 'User').getByText('No password chosen yet')).toBeVisible();
    },
  },
  {
    name: 'Delete User',
    open: async (page, { user }) => {
      await open(page, `/admin/users?search=${encodeURIComponent(user.name)}`);
      await page.getByRole('button', { name: `Delete ${user.name}` }).click();
      await expect(dialog(page, 'Delete User')).toBeVisible();
    },
  },
  {
    name: 'Connect Stripe',
    open: async (page) => {
      await open(page, '/admin/settings?tab=payment');
      await page.getByRole('button', { name: 'Connect Stripe' }).click();
      await page.getByRole('button', { name: 'Check and save' }).click();
      await expect(dialog(page, 'Connect Stripe').getByLabel('Publishable key')).toHaveAttribute(
        'aria-invalid',
        'true',
      );
    },
  },
  {
    name: 'Remove payment keys',
    open: async (page) => {
      await change(page, '/api/payments/setup', ({ setup }) => ({ setup: { ...setup, ...stripeKeys } }));
      const webhook = { state: 'incomplete', missingEvents: ['charge.dispute.closed'] };
      await page.route('**/api/payments/webhook', (route) =>
        route.fulfill({ json: { success: true, data: webhook } }),
      );
      await open(page, '/admin/settings?tab=payment');
      await page.getByRole('button', { name: 'Remove keys' }).click();
      await expect(dialog(page, 'Remove payment keys')).toBeVisible();
    },
  },
  {
    name: 'Discard this task',
    open: async (page) => {
      await change(page, '/api/jobs/dead-letters', (answer) => ({ ...answer, jobs: [deadLetter] }));
      await open(page, '/admin/jobs');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog(page, 'Discard this task')).toBeVisible();
    },
  },
  {
    name: 'Mail',
    open: async (page) => {
      await open(page, '/admin/mailbox?kind=invitation');
      await page.getByRole('row').nth(1).getByRole('button').first().click();
      await expect(dialog(page, 'Mail').getByRole('tab', { name: 'Plain text' })).toBeVisible();
    },
  },
  {
    name: 'settings: a mistake',
    open: async (page) => {
      await open(page, '/admin/settings');
      await field(page.getByRole('main'), 'Store Name').fill('');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('The store needs a name')).toBeVisible();
    },
  },
  {
    name: 'an entry of the audit log',
    open: async (page) => {
      await open(page, '/admin/audit');
      await page.getByRole('button', { name: 'Add product', exact: true }).first().click();
      await expect(dialog(page, 'Add product')).toBeVisible();
    },
  },
  {
    name: 'command palette, with things found',
    open: async (page, { device }) => {
      await openDashboard(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find or do' }).fill(device.name);
      await expect(page.getByRole('option', { name: device.name }).first()).toBeVisible();
    },
  },
  {
    name: 'Keyboard shortcuts',
    open: async (page) => {
      await openDashboard(page);
      await page.keyboard.press('?');
      await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
    },
  },
];

/** Overrides one response, for states that require a Stripe account or days to occur. */
async function change(
  page: Page,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON of the response
  changed: (data: any) => unknown,
): Promise<void> {
  await page.route(`**${path}*`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: changed(answer.data) } });
  });
}

const stripeKeys = {
  processor: 'stripe',
  source: 'settings',
  mode: 'test',
  publishableKey: 'pk_test_1234',
  secretKeyHint: 'sk_test_…5678',
  webhookSecretHint: 'whsec_…9012',
};

const deadLetter = {
  id: 'a-job',
  name: 'send-mail',
  about: 'order-confirmed',
  failure: 'connect ECONNREFUSED 127.0.0.1:25',
  tries: 12,
  failedAt: '2026-01-02T03:04:05.000Z',
};

async function selectTwoProducts(page: Page, { device, sibling, brand }: DialogData): Promise<void> {
  await open(page, '/admin/products');
  await search(page, 'Search products', brand);
  await expect(page.getByRole('row')).toHaveCount(3);
  for (const { name } of [device, sibling]) await page.getByLabel(`Select ${name}`).check();
  await expect(page.getByText('2 selected')).toBeVisible();
}

async function selectOrders(page: Page, { pending, paid, email }: DialogData): Promise<void> {
  await open(page, '/admin/orders');
  await search(page, 'Search by order or customer', email);
  // The list must not change under the pointer.
  await expect(page.getByRole('row')).toHaveCount(3);
  for (const { orderNumber } of [pending, paid]) await page.getByLabel(`Select ${orderNumber}`).check();
  await expect(page.getByText('2 selected')).toBeVisible();
}

/** Keyboard shortcuts work once the screen is loaded. */
async function openDashboard(page: Page): Promise<void> {
  await open(page, '/admin');
  await expect(heading(page, 'Dashboard')).toBeVisible();
}

async function openOrder(page: Page, { id, orderNumber }: DialogData['paid']): Promise<void> {
  await open(page, `/admin/orders/${id}`);
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible();
}
