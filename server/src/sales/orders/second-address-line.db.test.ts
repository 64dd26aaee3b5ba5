import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { eraseUserFromOrders } from './erase-user-from-orders.ts';
import { readRetainedInvoice } from './invoices/retained-invoices.ts';
import { orders } from './orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);

test('the second address line reaches order, mail, export and invoice, and is erased', async () => {
  const [admin, customer] = [await shop.addUser('admin'), await shop.addUser()];
  const email = 'suite@example.com';
  const shippingAddress = { ...someAddress, email, address2: 'Suite 12b' };
  const body = orderOf({ [await shop.addProduct(1)]: 1 }, { shippingAddress });
  const { order } = await shop.place(body, { caller: customer });
  expect(order.shippingAddress).toMatchObject({ address: someAddress.address, address2: 'Suite 12b' });

  await shop.deps.jobs.workUntilIdle();
  const [mail] = await db.select().from(mails).where(eq(mails.recipient, email));
  expect(mail?.text).toContain(`${someAddress.address}, Suite 12b, ${someAddress.city}`);

  let csv = '';
  const { pieces } = await shop.call('exportOrders', { query: { search: email } }, { caller: admin });
  for await (const piece of pieces) csv += piece;
  expect(csv).toContain(`${someAddress.address},Suite 12b,${someAddress.city}`);

  await db.update(orders).set({ status: 'delivered', paymentStatus: 'paid' }).where(eq(orders.id, order.id));
  await inTransaction(db, (tx) => eraseUserFromOrders(tx, shop.deps.secret, customer.userId));
  expect(JSON.stringify(await db.select().from(orders))).not.toContain('Suite 12b');
  expect(await readRetainedInvoice(db, shop.deps.secret, order.id)).toMatchObject({ address2: 'Suite 12b' });
});

test('an order without a second address line has an empty one', async () => {
  const body = orderOf({ [await shop.addProduct(1)]: 1 });
  const { order } = await shop.place(body);
  expect(order.shippingAddress.address2).toBe('');
});
