import { Problem } from '@reprise/contract/problem';
import type { Queryable } from '../platform/database.ts';
import type { CallContext } from '../platform/endpoint.ts';
import type { Keyring } from '../platform/keyring.ts';
import { isSignature, signatureOf } from '../platform/signed-id.ts';
import { findOrderRow, type OrderRow } from './orders.queries.ts';

const purpose = 'order access';

/** What opens an order for the guest who placed it: 256 bits that follow from the order, so never stored. */
export function accessTokenOf(secret: Keyring, orderId: string): string {
  return signatureOf(secret, purpose, orderId);
}

/** Opens the order's page for whoever got this link by mail; the token is in the fragment, which no server sees. */
export function payLinkOf(
  secret: Keyring,
  publicUrl: string,
  order: { id: string; orderNumber: string },
): string {
  return `${publicUrl}/orders/${order.orderNumber}#token=${accessTokenOf(secret, order.id)}`;
}

export type OrderReader = Pick<CallContext, 'caller' | 'orderToken'>;

/**
 * The order, if this caller may see it: an administrator, its owner, or a guest with its token.
 * An order that is not there and somebody else's are refused alike.
 */
export async function findOrderFor(
  db: Queryable,
  secret: Keyring,
  reader: OrderReader,
  reference: string,
): Promise<OrderRow> {
  const order = await findOrderRow(db, reference);
  if (!order || !mayRead(secret, reader, order)) throw orderNotFound();
  return order;
}

function mayRead(secret: Keyring, { caller, orderToken }: OrderReader, order: OrderRow): boolean {
  if (caller?.role === 'admin') return true;
  if (caller !== null && caller.userId === order.userId) return true;
  return orderToken !== null && isSignature(secret, purpose, order.id, orderToken);
}

export function orderNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Order not found.');
}
