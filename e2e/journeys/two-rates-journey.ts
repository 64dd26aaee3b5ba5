import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { chooseCurrency, type SaleInCurrency } from './currency-journey.ts';
import { addDevice, type Device } from './devices.ts';
import { expect, open, type Shop } from './journey.ts';
import {
  addToCart,
  field,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  orderNumber,
  payButton,
} from './shopper.ts';

type Currency = Pick<SaleInCurrency, 'country' | 'code' | 'format' | 'rates'>;

type SaleAtTwoRates = Currency & {
  /** Percentages as they are typed. */
  standard: string;
  reduced: string;
  city: string;
  postcode: string;
  /** Prices of a device at the standard rate and of a book at the reduced one, on the wire. */
  device: number;
  book: number;
  /** Total of two devices and three books with shipping, and the taxes in it, as pages show them. */
  total: string;
  tax: string;
  taxes: [string, string];
  /** Refund of one device, the button of an edit that leaves out a book, and the refund of a cancellation. */
  refund: string;
  edit: string;
  cancellation: string;
  /** Tax of each rate in what the customer has paid and not been refunded: at first, then after each of the three. */
  left: [standard: number, reduced: number][];
  /** The same of the amount itself. */
  paid: number[];
};

type Visit = { page: Page; visitor: Page; shop: Shop; sale: SaleAtTwoRates };
type Stored = { kind: string; amount: number; tax: number; taxes: { basisPoints: number; tax: number }[] };

/** Sells at two rates that prices include, refunds a device, edits and cancels the order, and checks each tax. */
export async function sellAtTwoRates({ page, visitor, shop, sale }: Visit): Promise<void> {
  const token = shop.adminToken;
  await chooseCurrency({ page, shop, sale: sale as unknown as SaleInCurrency });
  await call(shop.url, 'POST', '/categories', {
    token,
    body: { name: 'Smartphones', description: 'Phones' },
  });
  // Refunds below the limit need no approval.
  const settings = { shipTo: [sale.country], refundLimit: 1000 };
  expect((await call(shop.url, 'PUT', '/settings', { token, body: settings })).status).toBe(200);
  const device = await addDevice(shop, { price: sale.device });
  const book = await addDevice(shop, { price: sale.book, name: 'Repair handbook', taxClass: 'reduced' });
  await enterRates({ page, shop, visitor, sale });
  const number = await buyBoth({ page, shop, visitor, sale }, device, book);
  const { body } = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
  const { id } = body.data.orders[0];
  const expectLeft = (step: number) => expectTaxLeft(shop, id, sale, step);

  await expectLeft(0);
  await openBackOffice(page, `/admin/orders/${number}`);
  for (const line of sale.taxes) await expect(page.getByRole('main')).toContainText(line);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const refunding = page.getByRole('dialog', { name: `Refund order ${number}` });
  await refunding.getByRole('button', { name: 'One more' }).first().click();
  await refunding.getByRole('button', { name: `Refund ${sale.refund}` }).click();
  await expect(notice(page, `${sale.refund} will be refunded to the customer`)).toBeVisible();
  await expectLeft(1);

  await open(page, `/admin/orders/${number}/edit`);
  await field(page, `Quantity of ${book.name}`).fill('2');
  await field(page, `Quantity of ${book.name}`).press('Tab');
  await page.getByRole('button', { name: `Save and refund ${sale.edit}` }).click();
  await expect(notice(page, 'Order changed')).toBeVisible();
  await expectLeft(2);

  await page.getByRole('button', { name: 'Cancel order…' }).click();
  const cancelling = page.getByRole('dialog', { name: `Cancel order ${number}` });
  await expect(cancelling).toContainText(`${sale.cancellation} will be refunded.`);
  await cancelling.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(notice(page, 'Order status updated to cancelled')).toBeVisible();
  await expectLeft(3);
  await open(page, '/admin/invoices/taxes');
  await expect(page.getByRole('main')).toContainText(
    /Net \D*0[.,]00\D*, tax \D*0[.,]00\D*, total \D*0[.,]00/,
  );
}

async function enterRates({ page, sale }: Visit): Promise<void> {
  await open(page, '/admin/settings?tab=payment');
  await page.getByLabel('Tax (%)').fill('0');
  await page.getByLabel('Prices include tax').check();
  const rates = `${sale.country}: ${sale.standard}\n${sale.country} (reduced): ${sale.reduced}`;
  await page.getByLabel('Tax of countries and states').fill(rates);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
}

/** Buys two devices and three books, reads the invoice and returns the number of the order. */
async function buyBoth({ visitor, sale }: Visit, device: Device, book: Device): Promise<string> {
  for (const one of [device, device, book, book, book]) await addToCart(visitor, one);
  const main = visitor.getByRole('main');
  await open(visitor, '/cart');
  await expect(main).toContainText(sale.total);
  await expect(main).toContainText(`Estimated tax in the total${sale.tax}`);
  await goToCheckout(visitor);
  const { firstName, lastName, email } = newPerson();
  const typed = { 'First name': firstName, 'Last name': lastName, Email: email, Phone: '0151 5550100' };
  for (const [label, text] of Object.entries(typed)) await visitor.getByLabel(label).fill(text);
  await field(visitor, 'Address').fill('Engine Street 1');
  await visitor.getByLabel(/^(City|Town)/).fill(sale.city);
  await visitor.getByLabel(/^Post(al )?code/).fill(sale.postcode);
  await fillCard(visitor, goodCard);
  await expect(payButton(visitor)).toContainText(sale.total);
  await expectNoViolations(visitor, 'a checkout with two rates on a phone');
  await payButton(visitor).click();
  await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
  const number = await orderNumber(visitor);
  await open(visitor, `/orders/${number}`);
  for (const line of sale.taxes) await expect(main).toContainText(line);
  await visitor.getByRole('link', { name: /^Invoice / }).click();
  const sheet = visitor.getByRole('article', { name: /^Invoice / });
  for (const line of [...sale.taxes, sale.total]) await expect(sheet).toContainText(line);
  return number;
}

/** Waits until the invoices less the credit notes have exactly the tax of what the customer still pays. */
async function expectTaxLeft(shop: Shop, id: string, sale: SaleAtTwoRates, step: number): Promise<void> {
  const readLeft = async () => {
    const answer = await call(shop.url, 'GET', `/orders/${id}/invoices`, { token: shop.adminToken });
    const invoices: Stored[] = answer.body.data.invoices;
    const sumOf = (pick: (invoice: Stored) => number) =>
      invoices.reduce((sum, one) => sum + hundredths(pick(one)) * (one.kind === 'invoice' ? 1 : -1), 0);
    const atRate = (typed: string) =>
      sumOf(({ taxes }) => taxes.find(({ basisPoints }) => basisPoints === Number(typed) * 100)?.tax ?? 0);
    return [
      sumOf(({ amount }) => amount),
      sumOf(({ tax }) => tax),
      atRate(sale.standard),
      atRate(sale.reduced),
    ];
  };
  const [standard = 0, reduced = 0] = sale.left[step] ?? [];
  const expected = [sale.paid[step] ?? 0, standard + reduced, standard, reduced].map(hundredths);
  await expect.poll(readLeft, { message: `after step ${step}` }).toEqual(expected);
}

const hundredths = (amount: number) => Math.round(amount * 100);
