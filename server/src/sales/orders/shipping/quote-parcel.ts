import type { CallOutput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { labelEndpoints } from '@reprise/contract/sales/orders/shipping/labels';
import { type Parcel, parcelOf } from '@reprise/contract/sales/orders/shipping/parcel';
import { CarrierRefusal } from '@reprise/extension/carrier';
import { isPaid } from '../amount-due.ts';
import { orderNotFound } from '../order-access.ts';
import { findOrderRow, type OrderRow } from '../orders.queries.ts';
import { assertNumberChecked } from '../tax/exempt-orders.ts';
import { type AccountDeps, openCarrier, requireCarrier } from './carrier-account.ts';
import { recipientOf } from './carrier-address.ts';
import { listLabels } from './labels.queries.ts';
import { customsItems, readParcelLines } from './parcel-lines.ts';
import { assertNotCollected } from './pickup.ts';

/** Returns the labels of an order and the parcel that its items make. */
export async function readLabels(
  deps: AccountDeps,
  reference: string,
): Promise<CallOutput<typeof labelEndpoints.listLabels>> {
  const order = await findOrderRow(deps.db, reference);
  if (!order) throw orderNotFound();
  const opened = await openCarrier(deps);
  const labels = await listLabels(deps.db, { orderId: order.id, returnId: null });
  if (!opened || order.shippingMethod === 'pickup') return { canBuy: false, parcel: null, labels };
  const lines = await readParcelLines(deps.db, order.id);
  return { canBuy: true, parcel: parcelOf(lines, opened.packaging), labels };
}

/** Asks the carriers what a parcel of an order costs. */
export async function listCarrierRates(
  deps: AccountDeps,
  reference: string,
  parcel: Parcel,
): Promise<CallOutput<typeof labelEndpoints.listCarrierRates>> {
  const order = await findOrderRow(deps.db, reference);
  assertCanShip(order);
  const { carrier, sender, packaging } = await requireCarrier(deps);
  const lines = await readParcelLines(deps.db, order.id);
  const items = customsItems(lines, packaging);
  const request = { reference: order.id, from: sender, to: recipientOf(order), parcel, items };
  const { shipmentId, rates, messages } = await withRefusals(() => carrier.quote(request));
  return { shipment: shipmentId, rates, messages };
}

export function assertCanShip(order: OrderRow | undefined): asserts order is OrderRow {
  if (!order) throw orderNotFound();
  assertNotCollected(order, 'This order is collected at the counter: it needs no label.');
  if (order.status !== 'pending' && order.status !== 'processing')
    throw new Problem('EDIT_CONFLICT', `This order is ${order.status}: it needs no label.`);
  if (!isPaid(order) || order.dueCents > 0)
    throw new Problem('PAYMENT_NOT_COMPLETED', 'This order is not paid: buy its label once it is.');
  assertNumberChecked(order);
}

/** Turns a refusal of the service into a problem with its words. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error;
    throw new Problem('VALIDATION_ERROR', error.message);
  }
}
