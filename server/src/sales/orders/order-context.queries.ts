import { type OrderMailKind, orderMailKinds } from '@reprise/contract/foundations/notifications/mail-kinds';
import { cents } from '@reprise/contract/money';
import type { OrderContext, OrderNote } from '@reprise/contract/sales/orders/order-context';
import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readOrderConversation } from '../conversations/conversations.queries.ts';
import { amountDueOf } from './amount-due.ts';
import { findWaitingMail } from './lifecycle/queue-status-mails.ts';
import { orderNotFound } from './order-access.ts';
import { findOrderRow, type OrderRow, summaryColumns } from './orders.queries.ts';
import { orderEdits, orderEvents, orderNotes, orders } from './orders.tables.ts';
import { revenueOfSales } from './sales.ts';

const maxOthers = 10;
const maxNotes = 200;

/** Returns the staff-only context of an order in ten statements. */
export async function readOrderContext(db: Queryable, reference: string): Promise<OrderContext> {
  const order = await findOrderRow(db, reference);
  if (!order) throw orderNotFound();
  const ownedBy = sameCustomer(order);
  const thread = await readOrderConversation(db, order.id);
  return {
    notes: await readNotes(db, order.id),
    messages: thread?.messages ?? [],
    conversation: thread && { id: thread.id, state: thread.state, isUnread: thread.isUnread },
    edits: await readEdits(db, order.id),
    authors: await readAuthors(db, order.id),
    otherOrders: ownedBy ? await readOthers(db, order.id, ownedBy) : [],
    customer: ownedBy ? await readCustomerTotals(db, ownedBy) : { orders: 0, spent: cents(0) },
    mails: orderMailKinds.filter((kind) => isSendable(kind, order)),
    mailLeavesAt: (await findWaitingMail(db, order.id))?.toISOString() ?? null,
  };
}

/** Returns the latest notes, oldest first. */
export async function readNotes(db: Queryable, orderId: string): Promise<OrderNote[]> {
  const rows = await db
    .select({
      id: orderNotes.id,
      text: orderNotes.text,
      author: users.name,
      isByShop: orderNotes.isByShop,
      createdAt: orderNotes.createdAt,
    })
    .from(orderNotes)
    .leftJoin(users, eq(users.id, orderNotes.authorId))
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(desc(orderNotes.createdAt), desc(orderNotes.id))
    .limit(maxNotes);
  return rows.reverse().map(({ isByShop, ...row }) => ({
    ...row,
    author: isByShop ? 'The shop' : (row.author ?? 'Former employee'),
    createdAt: row.createdAt.toISOString(),
  }));
}

async function readEdits(db: Queryable, orderId: string): Promise<OrderContext['edits']> {
  const rows = await db
    .select({ edit: orderEdits, author: users.name })
    .from(orderEdits)
    .leftJoin(users, eq(users.id, orderEdits.actorId))
    .where(eq(orderEdits.orderId, orderId))
    .orderBy(desc(orderEdits.version))
    .limit(maxNotes);
  return rows.map(({ edit, author }) => ({
    id: edit.id,
    version: edit.version,
    author: author ?? 'Former employee',
    reason: edit.reason,
    changes: [...edit.changes, ...edit.addressChanges],
    totalBefore: edit.totalBeforeCents,
    totalAfter: edit.totalAfterCents,
    createdAt: edit.createdAt.toISOString(),
  }));
}

async function readAuthors(db: Queryable, orderId: string): Promise<Record<string, string>> {
  const rows = await db
    .select({ id: orderEvents.id, name: users.name })
    .from(orderEvents)
    .innerJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), isNotNull(orderEvents.actorId)))
    .orderBy(asc(orderEvents.createdAt));
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** SQL: orders of the same customer, matched by account or guest email; undefined for an erased customer. */
function sameCustomer({ userId, email }: OrderRow): SQL | undefined {
  if (userId !== null) return eq(orders.userId, userId);
  return email === '' ? undefined : eq(orders.email, email);
}

async function readOthers(
  db: Queryable,
  orderId: string,
  ownedBy: SQL,
): Promise<OrderContext['otherOrders']> {
  const rows = await db
    .select({
      ...summaryColumns,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(ownedBy, ne(orders.id, orderId)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOthers);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

async function readCustomerTotals(db: Queryable, ownedBy: SQL): Promise<OrderContext['customer']> {
  const [totals] = await db
    .select({
      orders: sql<number>`count(*) filter (where ${orders.status} <> 'cancelled')::int`,
      spent: revenueOfSales,
    })
    .from(orders)
    .where(ownedBy);
  return totals ?? { orders: 0, spent: cents(0) };
}

/** Returns true when the mail still matches the order's status and the order has a recipient. */
export function isSendable(kind: OrderMailKind, order: OrderRow): boolean {
  const { status, paymentStatus, email } = order;
  if (email === '') return false;
  switch (kind) {
    case 'order-placed':
      return status !== 'cancelled';
    case 'order-paid':
      return status !== 'cancelled' && (paymentStatus === 'paid' || paymentStatus === 'partly-refunded');
    case 'order-shipped':
      return status === 'shipped' || status === 'delivered';
    case 'order-delivered':
      return status === 'delivered';
    case 'order-cancelled':
      return status === 'cancelled';
    case 'order-edited':
      return order.version > 0 && amountDueOf(order) > 0;
  }
}
