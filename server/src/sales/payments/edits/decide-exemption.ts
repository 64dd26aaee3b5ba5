import type { Country } from '@reprise/contract/countries';
import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { ExemptionDecision } from '@reprise/contract/sales/orders/tax/exemption';
import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { isAwaitingPayment } from '../../orders/amount-due.ts';
import { orderNotFound } from '../../orders/order-access.ts';
import { findOrderRow, lockOrderRow, type OrderRow, readOrder } from '../../orders/orders.queries.ts';
import { orderItems } from '../../orders/orders.tables.ts';
import { storeExemption } from '../../orders/tax/store-exemption.ts';
import { readPaymentsOf } from '../order-payments.queries.ts';
import type { RefundDeps } from '../refunds/request-refund.ts';
import { editLocked, type Place, readPlace } from './edit-order.ts';

type Deciding = { caller: Caller; place: Place };

/** Stores whether the VAT number of an order without tax is valid, as staff have found. */
export async function decideExemption(
  deps: RefundDeps,
  reference: string,
  { status, vatNumber }: ExemptionDecision,
  caller: Caller,
): Promise<Order> {
  const found = await findOrderRow(deps.db, reference);
  if (!found) throw orderNotFound();
  const place = await readPlace(deps, { shippingAddress: addressOf(found) });
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, found.id);
    if (!order) throw orderNotFound();
    assertDecidable(order, vatNumber);
    if (order.exemption === status) return;
    const by = { actorId: caller.userId, now: deps.now() };
    if (status === 'checked') await storeExemption(tx, order, { status, ...by });
    else await endExemption(tx, deps, order, { caller, place });
  });
  return { ...(await readOrder(deps.db, found.id)), payments: await readPaymentsOf(deps.db, found.id, deps) };
}

/** Taxes an unpaid order; a paid one stays without tax and does not ship. */
async function endExemption(
  tx: Tx,
  deps: RefundDeps,
  order: OrderRow,
  { caller, place }: Deciding,
): Promise<void> {
  const by = { actorId: caller.userId, now: deps.now() };
  if (!isAwaitingPayment(order)) return storeExemption(tx, order, { status: 'invalid', ...by });
  const items = await tx
    .select({ product: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  const edit = {
    version: order.version,
    items,
    shippingMethod: order.shippingMethod,
    shippingAddress: addressOf(order),
    reason: `VAT number ${order.billing?.vatNumber ?? ''} is not valid`,
  };
  await editLocked(tx, deps, order, edit, { caller, place: { ...place, isNumberInvalid: true } });
  // At a rate of 0 the edit changes nothing.
  await storeExemption(tx, order, { status: 'invalid', isTaxed: true, ...by });
}

function assertDecidable(order: OrderRow, vatNumber: string): void {
  if (order.exemption === null)
    throw new Problem('EDIT_CONFLICT', 'This order has tax, so there is no VAT number to check.');
  assertNotClosed(order);
  if (order.billing?.vatNumber === vatNumber) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'The VAT number of this order has changed. Load the order again and check the new number.',
  );
}

function assertNotClosed({ status }: OrderRow): void {
  if (status === 'pending' || status === 'processing') return;
  throw new Problem('EDIT_CONFLICT', `This order is ${status}, so its VAT number stays as it is.`);
}

function addressOf(order: OrderRow) {
  const { firstName, lastName, email, phone, address, address2, city, state, zipCode } = order;
  const country = order.country as Country;
  return { firstName, lastName, email, phone, address, address2, city, state, zipCode, country };
}
