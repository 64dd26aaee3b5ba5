import type { Page } from '@playwright/test';
import { call, orderOf } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, type Shop, test } from './journey.ts';

const long = (word: string) => word.repeat(Math.ceil(100 / word.length)).slice(0, 100);
const names = [
  long('Unbreakable'),
  long('مكتوبهناك'),
  long('東京都渋谷区'),
  long('İğneÜzüm'),
  'A name with spaces',
];

/** Paid order of all these products, at an address of long words, with a part refunded. */
async function orderWithLongNames(shop: Shop): Promise<string> {
  const devices = [];
  for (const name of names) devices.push(await addDevice(shop, { name, price: 9999.99, stockCount: 99 }));
  const order = orderOf(devices[0]?.id ?? '', 2, 'paper@example.com');
  const { status, text, body } = await call(shop.url, 'POST', '/orders/admin', {
    token: shop.adminToken,
    body: {
      items: devices.map(({ id }) => ({ product: id, quantity: 9 })),
      shippingAddress: {
        ...order.shippingAddress,
        firstName: long('Nepomuk'),
        city: long('Llanfair'),
        address: long('Straße'),
      },
    },
  });
  expect(status, text).toBe(201);
  const { id, orderNumber } = body.data.order;
  for (const [path, sent] of [
    [`/orders/${id}/payments`, { method: 'cash' }],
    [`/orders/${id}/refunds`, { items: [{ product: devices[0]?.id, quantity: 1 }] }],
  ] as const) {
    const answer = await call(shop.url, 'POST', path, { token: shop.adminToken, body: sent });
    expect(answer.status, answer.text).toBeLessThan(300);
  }
  return orderNumber;
}

/** Returns the parts beyond the sheet on A4, of which the browser leaves 190 mm between the margins. */
async function overflowsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1000 });
  return page.getByRole('article').evaluateAll((sheets) =>
    sheets.flatMap((sheet) => {
      const right = Math.min(sheet.getBoundingClientRect().right, 718) + 1;
      return [...sheet.querySelectorAll('td, th, p, address, h1, h2')]
        .filter(
          (part) => part.getBoundingClientRect().right > right || part.scrollWidth > part.clientWidth + 1,
        )
        .map((part) => (part.textContent ?? '').slice(0, 40));
    }),
  );
}

/** Returns the cells of amounts and quantities that are broken over lines. */
const brokenNumbers = (page: Page) =>
  page.locator('article tbody td:last-child, article tfoot td').evaluateAll((cells) =>
    cells
      .filter((cell) => cell.textContent && cell.getClientRects().length > 0)
      .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((cell) => cell.textContent),
  );

test('papers keep words of 100 letters and all amounts on the page', { tag: ['@orders'] }, async ({
  page,
  shop,
}) => {
  const number = await orderWithLongNames(shop);
  for (const paper of ['packing-slips', 'invoices']) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: 'screen' });
    await openBackOffice(page, `/admin/orders/print/${paper}?orders=${number}`);
    const sheets = page.getByRole('article');
    await expect(sheets.first()).toContainText(number);
    expect(await overflowsOf(page), paper).toEqual([]);
    expect(await brokenNumbers(page), paper).toEqual([]);
    if (paper === 'packing-slips') continue;
    // An invoice, and a credit note of a part.
    await expect(sheets).toHaveCount(2);
    await expect(sheets.first()).toContainText('$89,999.91');
  }
});
