import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type {
  Draft,
  DraftStatus,
  draftOrderEndpoints,
  OpenedDraft,
} from '@reprise/contract/sales/orders/draft-orders';
import { and, desc, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { formatAddress } from '../../../foundations/address-formats/format-address.ts';
import { idOfSigned, signedId } from '../../../platform/crypto/signed-id.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { toBilling } from '../customers/stored-billing.ts';
import { orders } from '../orders.tables.ts';
import { type DraftRow, draftOrders } from './draft-orders.tables.ts';

type ReadDeps = { db: Queryable } & Pick<Deps, 'environment' | 'secret' | 'now'>;

/** Returns what has become of a draft. */
export function statusOf({ orderId, cancelledAt, expiresAt }: DraftRow, now: Date): DraftStatus {
  if (orderId !== null) return 'ordered';
  if (cancelledAt !== null) return 'cancelled';
  return expiresAt <= now ? 'expired' : 'open';
}

const conditions: Record<DraftStatus, (now: Date) => SQL | undefined> = {
  ordered: () => isNotNull(draftOrders.orderId),
  cancelled: () => and(isNull(draftOrders.orderId), isNotNull(draftOrders.cancelledAt)),
  expired: (now) => and(isUnanswered, lte(draftOrders.expiresAt, now)),
  open: (now) => and(isUnanswered, gt(draftOrders.expiresAt, now)),
};

const isUnanswered = and(isNull(draftOrders.orderId), isNull(draftOrders.cancelledAt));

/** Returns one page of the drafts, newest first. */
export async function listDraftOrders(
  deps: ReadDeps,
  query: NonNullable<CallInput<typeof draftOrderEndpoints.listDraftOrders>['query']>,
): Promise<CallOutput<typeof draftOrderEndpoints.listDraftOrders>> {
  const { page, limit, offset } = pageOf(query);
  const where = query.status && conditions[query.status](deps.now());
  const total = await deps.db.$count(draftOrders, where);
  const rows = await selectDrafts(deps.db)
    .where(where)
    .orderBy(desc(draftOrders.createdAt), desc(draftOrders.id))
    .limit(limit)
    .offset(offset);
  return { drafts: rows.map((row) => toDraft(deps, row)), pagination: paginationOf(page, limit, total) };
}

const selectDrafts = (db: Queryable) =>
  db
    .select({ draft: draftOrders, orderNumber: orders.orderNumber })
    .from(draftOrders)
    .leftJoin(orders, eq(orders.id, draftOrders.orderId))
    .$dynamic();

/** Returns the draft with its link; throws if there is none. */
export async function readDraftOrder(deps: ReadDeps, id: string): Promise<Draft> {
  const [row] = await selectDrafts(deps.db).where(eq(draftOrders.id, id));
  if (!row) throw draftNotFound();
  return toDraft(deps, row);
}

/** Returns the draft of a link, without what only staff see. */
export async function openDraftOrder(
  { db, secret, now }: Pick<Deps, 'db' | 'secret' | 'now'>,
  token: string,
): Promise<OpenedDraft> {
  const [row] = await db
    .select()
    .from(draftOrders)
    .where(eq(draftOrders.id, draftIdOf(secret, token)));
  if (!row) throw linkNotFound();
  return toOpenedDraft(row, now());
}

export const draftNotFound = () => new Problem('NOT_FOUND', 'Draft order not found.');

/** The same for every wrong token, so that no link can be probed. */
export const linkNotFound = () =>
  new Problem('NOT_FOUND', 'This link is not valid. Check it, or ask the store for another one.');

const linkPurpose = 'draft order';

/**
 * Returns the link by which the customer opens the draft. Its token is signed and never stored, and browsers do not
 * send the fragment to servers.
 */
export const draftLinkOf = (
  { environment, secret }: Pick<Deps, 'environment' | 'secret'>,
  { id }: Pick<DraftRow, 'id'>,
): string => `${environment.publicUrl}/draft#token=${signedId(secret, linkPurpose, id)}`;

/** Returns the id of the draft of a link; throws for a token that is not signed. */
export function draftIdOf(secret: Deps['secret'], token: string): string {
  const id = idOfSigned(secret, linkPurpose, token);
  if (id === null) throw linkNotFound();
  return id;
}

function toOpenedDraft(row: DraftRow, now: Date): OpenedDraft {
  const { email, firstName, lastName, address2 = '', ...address } = row.address;
  return {
    number: row.number,
    status: statusOf(row, now),
    version: row.version,
    lines: row.lines.map(({ productId, priceCents, ...line }) => ({
      ...line,
      product: productId,
      price: priceCents,
    })),
    subtotal: row.subtotalCents,
    discount: row.discountCents,
    shipping: row.shippingCents,
    tax: row.taxCents,
    total: row.totalCents,
    taxIncluded: row.taxIncluded,
    shippingMethod: row.shippingMethod,
    shippingAddress: {
      ...address,
      email,
      firstName,
      lastName,
      address2,
      name: `${firstName} ${lastName}`.trim(),
      lines: formatAddress(row.address),
    },
    ...(row.isExempt && { isExempt: true as const }),
    ...(row.billing && { billing: toBilling(row.billing) }),
    expiresAt: row.expiresAt.toISOString(),
  };
}

function toDraft(
  deps: ReadDeps,
  { draft: row, orderNumber }: { draft: DraftRow; orderNumber: string | null },
): Draft {
  const { id, customerId, isShippingSet, sentAt, orderId, createdAt, updatedAt } = row;
  return {
    ...toOpenedDraft(row, deps.now()),
    id,
    customerId,
    isShippingSet,
    ...(row.entered && { entered: enteredOf(row.lines, row.entered) }),
    link: draftLinkOf(deps, row),
    sentAt: sentAt?.toISOString() ?? null,
    order: orderId !== null && orderNumber !== null ? { id: orderId, orderNumber } : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function enteredOf(
  lines: DraftRow['lines'],
  { discountCents, shippingCents }: NonNullable<DraftRow['entered']>,
): Draft['entered'] {
  const prices = lines.map(({ priceCents, priceWithTaxCents = priceCents }) => priceWithTaxCents);
  return { prices, discount: discountCents, shipping: shippingCents };
}
