import type { Permission } from '@reprise/contract/permissions';
import { Problem } from '@reprise/contract/problem';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { isSignature, signatureOf } from '../../platform/crypto/signed-id.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type CallContext, hasPermission } from '../../platform/http/endpoint.ts';
import { dayMs } from '../../platform/time.ts';
import { findOrderRow, type OrderRow } from './orders.queries.ts';

const purpose = 'order access';
const accessDays = 90;

type OpenedOrder = Pick<OrderRow, 'id' | 'accessVersion'>;

/**
 * Returns the signed token that gives a guest access for 90 days from `since`, or until the order's access version
 * changes (claimed by an account, erased). Derived from the order, so it is never stored.
 */
export function accessTokenOf(secret: Keyring, { id, accessVersion }: OpenedOrder, since: Date): string {
  const expiresAt = accessEndOf(since).getTime();
  return `${accessVersion}.${expiresAt.toString(36)}.${signatureOf(secret, purpose, signedText(id, accessVersion, expiresAt))}`;
}

/** Returns the end of access granted at this time. */
export function accessEndOf(since: Date): Date {
  return new Date(since.getTime() + accessDays * dayMs);
}

function signedText(id: string, version: number, expiresAt: number): string {
  return `${id}:${version}:${expiresAt}`;
}

/** Returns a link to the order page. The token is in the URL fragment, which browsers do not send to servers. */
export function payLinkOf(
  secret: Keyring,
  publicUrl: string,
  order: OpenedOrder & { orderNumber: string },
  now: Date,
): string {
  return `${publicUrl}/orders/${order.orderNumber}#token=${accessTokenOf(secret, order, now)}`;
}

/** `orderToken` may contain several tokens, separated by commas. */
export type OrderRequester = Pick<CallContext, 'caller' | 'orderToken'>;

/**
 * Returns the order for its owner, a guest with its token, or staff with the permission. Throws the same NOT_FOUND
 * for missing and forbidden orders, so that callers cannot probe for orders.
 */
export async function findOrderFor(
  { db, secret, now }: { db: Queryable; secret: Keyring; now: () => Date },
  requester: OrderRequester,
  reference: string,
  staffPermission: Permission = 'orders.read',
): Promise<OrderRow> {
  const order = await findOrderRow(db, reference);
  const isAllowed =
    order &&
    (hasPermission(requester.caller, staffPermission) || isOwnOrder(secret, requester, order, now()));
  if (!isAllowed) throw orderNotFound();
  return order;
}

/** Bounds the signature checks per request. */
const maxTokens = 20;

/** Returns true when the caller's account or token owns the order. */
export function isOwnOrder(
  secret: Keyring,
  { caller, orderToken }: OrderRequester,
  order: OrderRow,
  now: Date,
): boolean {
  // An API token acts for the shop and not for the customer its maker may also be.
  if (caller !== null && !caller.token && caller.userId === order.userId) return true;
  const tokens = orderToken?.split(',', maxTokens) ?? [];
  return tokens.some((token) => isAccessToken(secret, order, token.trim(), now));
}

function isAccessToken(secret: Keyring, order: OrderRow, token: string, now: Date): boolean {
  const { id, accessVersion, unversionedAccessUntil } = order;
  const [version = '', expiry = '', signature] = token.split('.', 3);
  if (signature === undefined) {
    // Token format without version and expiry, issued by earlier releases.
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
