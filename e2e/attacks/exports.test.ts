import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { address, call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

const dashboardTables = [
  'daily-sales',
  'categories',
  'conditions',
  'top-selling',
  'recent-orders',
  'low-stock',
  'orders-by-status',
];
const exportPaths = [
  '/users/export',
  '/orders/admin/export',
  '/invoices/export',
  '/invoices/taxes/export',
  '/product-exports',
  '/audit/export',
  '/units/export',
  '/returns/export',
  ...dashboardTables.map((table) => `/dashboard/export?table=${table}`),
];

const formula = "=cmd|'/C calc'!A0";
const rows = 16;

/** Names that an attacker would choose; the same in every run. */
const names = [
  `a;${formula}`,
  `a\t${formula}`,
  `a,${formula}`,
  `a\r\n${formula}`,
  `a;"${formula}`,
  `a; ${formula}`,
  "a;'=1",
  "'=1",
  ...fc
    .sample(
      fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠;,\t|\r\n "\'ab'), minLength: 1, maxLength: 14 }),
      { numRuns: rows, seed: 9 },
    )
    .map((text) => `x${text}y`),
  ...[...'=+-@＝＋－＠'].map((sign) => `${sign}1+1`),
];

let shop: AttackedShop;
let token: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  token = await signIn(shop.url, admin);
  await fillWith(names);
});

afterAll(async () => {
  await shop?.stop();
});

attack('G9', 'formulas in names reach no cell of any export', async (report) => {
  let cells = 0;
  const live: string[] = [];
  for (const path of exportPaths) {
    const text = await download(path);
    cells += cellsInEveryReading(text).length;
    live.push(...liveCells(text));
  }
  expect(live).toEqual([]);
  report(`0 of ${cells} cells in ${exportPaths.length} exports and 3 readings begin with a formula sign`);
});

attack('9', 'products with formulas in their names come back unchanged', async (report) => {
  const id = await importFile(await download('/product-exports'));
  for (;;) {
    const { body } = await call(shop.url, 'GET', `/product-imports/${id}`, { token });
    const { state, totalRows, counts } = body.data.import;
    if (state === 'checking') continue;
    expect({ state, counts }).toEqual({
      state: 'checked',
      counts: { create: 0, change: 0, same: totalRows, refused: 0 },
    });
    expect(totalRows).toBe(names.length);
    report(`${totalRows} of ${totalRows} products unchanged`);
    return;
  }
});

attack('9', 'phone numbers are no formulas and read back the same', async (report) => {
  for (const path of ['/users/export', '/orders/admin/export']) {
    const cells = readAsSpreadsheet(await download(path), ',');
    const phones = cells.filter((cell) => cell.includes('555 0100'));
    expect(phones).toEqual(names.map(() => '(+1) 555 0100'));
  }
  report('(+1) 555 0100 in users and orders');
});

attack(
  '9',
  'formulas in SKUs, carriers and tracking numbers reach no file for Back Market',
  async (report) => {
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await call(shop.url, method, path, { token, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data;
    };
    const sku = `=1+1;${formula}`;
    const category = `Things;${formula}`;
    const product = { name: formula, sku, price: 20, brand: 'Acme', category, stockCount: 3 };
    const { id } = (await send('POST', '/products', product)).product;
    const rules = { name: 'Back Market', buffer: 0, pricePercent: 0, priceEnding: 'exact' };
    const { channel } = await send('POST', '/channels', { kind: 'back-market', ...rules });
    await send('PUT', `/channels/${channel.id}`, { ...rules, enabled: true });
    await send('POST', `/channels/${channel.id}/listings`, { products: [id] });
    const offers = await download(`/channels/${channel.id}/offers-file`);
    const listed = readAsSpreadsheet(offers, ';').find((cell) => cell.includes('1+1'));

    const head = 'order_id,state,sku,quantity,price,first_name,last_name,street,city,postal_code,country';
    const line = `@SUM(1),1,"${listed}",1,20.00,Eve,Evil,1 Harbor Street,Portland,97201,US`;
    const form = new FormData();
    form.set('file', new Blob([`${head}\r\n${line}`]), 'orders.csv');
    const sold = await send('POST', `/channels/${channel.id}/order-imports?step=apply`, form);
    expect(sold.import).toMatchObject({ added: 1, rejected: 0 });
    const [order] = await shop.query<{ order_id: string }>('select order_id from channel_orders');
    const parcel = {
      status: 'shipped',
      carrier: '@SUM(1)',
      trackingNumber: '=HYPERLINK("https://evil";"x")',
    };
    await send('PUT', `/orders/${order?.order_id}/status`, parcel);
    const shipments = await download(`/channels/${channel.id}/shipments-file`);
    expect(shipments).toContain('HYPERLINK');
    expect([...liveCells(offers), ...liveCells(shipments)]).toEqual([]);
    report('0 live cells in 2 files, and the SKU is read back');
  },
);

async function fillWith(hostile: string[]): Promise<void> {
  const category = { name: `Things;${formula}`, description: 'For a test' };
  expect((await call(shop.url, 'POST', '/categories', { token, body: category })).status).toBe(201);
  for (const [index, name] of hostile.entries()) {
    const from = `10.${index}.0.1`;
    const product = {
      name,
      price: 20,
      brand: name,
      category: category.name,
      description: name,
      stockCount: 3,
    };
    const created = await call(shop.url, 'POST', '/products', { token, body: product });
    expect(created.status, JSON.stringify([name, created.body])).toBe(201);
    const body = {
      items: [{ product: created.body.data.product.id, quantity: 1 }],
      shippingAddress: {
        ...address,
        firstName: name,
        lastName: name,
        address: name,
        city: name,
        state: name,
        zipCode: name,
        email: `guest${index}@example.com`,
        phone: '+1 555 0100',
      },
      paymentMethod: 'card',
    };
    const ordered = await call(shop.url, 'POST', '/orders', { body, from });
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(201);
    const account = { name, email: `user${index}@example.com`, phone: '+1 555 0100' };
    const added = await call(shop.url, 'POST', '/users/users', { token, body: account });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
}

async function download(path: string): Promise<string> {
  const { status, text } = await call(shop.url, 'GET', path, { token });
  expect(status, text).toBe(200);
  return text;
}

async function importFile(text: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([text]), 'products.csv');
  const { status, body: answer } = await call(shop.url, 'POST', '/product-imports', { token, body });
  expect(status, JSON.stringify(answer)).toBe(201);
  return answer.data.import.id;
}

/** Returns the cells that a spreadsheet would run. */
const liveCells = (text: string) =>
  cellsInEveryReading(text).filter((cell) => /^[\s"\u200b]*[=+\-@＝＋－＠]/.test(cell));

/** Cells with quotes parsed, as spreadsheets do, and without, as simple programs do. */
function cellsInEveryReading(text: string): string[] {
  const content = text.replace('\ufeff', '');
  return [',', ';', '\t'].flatMap((separator) => [
    ...readAsSpreadsheet(content, separator),
    ...content.split(/[\r\n]/).flatMap((line) => line.split(separator)),
  ]);
}

/** Accepts any file: a quote inside a cell is text, and an unclosed quote ends with the file. */
function readAsSpreadsheet(text: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  let isAtStart = true;
  for (const character of text.replaceAll('""', '\u0001')) {
    if (character === '"' && (isAtStart || isQuoted)) isQuoted = !isQuoted;
    else if (!isQuoted && [separator, '\r', '\n'].includes(character)) cells.push('');
    else cells.push((cells.pop() ?? '') + character.replace('\u0001', '"'));
    isAtStart = cells.at(-1) === '' && !isQuoted;
  }
  return cells;
}
