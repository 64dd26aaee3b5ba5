import type { Permission } from '@reprise/contract/identity/permissions';
import { Problem } from '@reprise/contract/problem';
import type { Keyring } from '../platform/crypto/keyring.ts';
import { isSignature, signatureOf } from '../platform/crypto/signed-id.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type CallContext, hasPermission } from '../platform/http/endpoint.ts';
import { findOrderRow, type OrderRow } from './orders.queries.ts';

const purpose = 'order access';
const day = 24 * 3600 * 1000;
const accessDays = 90;

type OpenedOrder = Pick<OrderRow, 'id' | 'accessVersion'>;

/**
 * What opens an order for a guest for 90 days from `since`, or until its version changes: when an account claims the
 * order and when its person is erased. It follows from the order, so it is never stored.
 */
export function accessTokenOf(secret: Keyring, { id, accessVersion }: OpenedOrder, since: Date): string {
  const expiresAt = accessEndOf(since).getTime();
  return `${accessVersion}.${expiresAt.toString(36)}.${signatureOf(secret, purpose, signedText(id, accessVersion, expiresAt))}`;
}

/** When access that was given at this time ends. */
export function accessEndOf(since: Date): Date {
  return new Date(since.getTime() + accessDays * day);
}

function signedText(id: string, version: number, expiresAt: number): string {
  return `${id}:${version}:${expiresAt}`;
}

/** Opens the order's page for the recipient of a mail; the token is in the fragment, which no server sees. */
export function payLinkOf(
  secret: Keyring,
  publicUrl: string,
  order: OpenedOrder & { orderNumber: string },
  now: Date,
): string {
  return `${publicUrl}/orders/${order.orderNumber}#token=${accessTokenOf(secret, order, now)}`;
}

/** `orderToken` may hold several tokens, separated by commas. */
export type OrderRequester = Pick<CallContext, 'caller' | 'orderToken'>;

/**
 * The order, if this caller may see it: its owner, a guest with its token, or staff with the permission.
 * An order that is not there and somebody else's are refused alike.
 */
export async function findOrderFor(
  { db, secret, now }: { db: Queryable; secret: Keyring; now: () => Date },
  reader: OrderRequester,
  reference: string,
  staffPermission: Permission = 'orders.read',
): Promise<OrderRow> {
  const order = await findOrderRow(db, reference);
  const isAllowed =
    order && (hasPermission(reader.caller, staffPermission) || isOwnOrder(secret, reader, order, now()));
  if (!isAllowed) throw orderNotFound();
  return order;
}

/** A guest who sends more tokens has no use for the rest. */
const maxTokens = 20;

/** Whether the caller placed the order, by account or by its token. */
export function isOwnOrder(
  secret: Keyring,
  { caller, orderToken }: OrderRequester,
  order: OrderRow,
  now: Date,
): boolean {
  if (caller !== null && caller.userId === order.userId) return true;
  const tokens = orderToken?.split(',', maxTokens) ?? [];
  return tokens.some((token) => isAccessToken(secret, order, token.trim(), now));
}

function isAccessToken(secret: Keyring, order: OrderRow, token: string, now: Date): boolean {
  const { id, accessVersion, unversionedAccessUntil } = order;
  const [version = '', expiry = '', signature] = token.split('.', 3);
  if (signature === undefined) {
    // A token from before they had a version and an expiry.
    const isOpen = accessVersion === 0 && unversionedAccessUntil !== null && unversionedAccessUntil > now;
    return isOpen && isSignature(secret, purpose, id, token);
  }
  const expiresAt = Number.parseInt(expiry, 36);
  if (Number(version) !== accessVersion || !(expiresAt > now.getTime())) return false;
  return isSignature(secret, purpose, signedText(id, accessVersion, expiresAt), signature);
}

export function orderNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Order not found.');
}
