import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type {
  DiscrepancyKind,
  PaymentDiscrepancy,
  paymentEndpoints,
} from '@reprise/contract/sales/payments/payments';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { orders } from '../orders/orders.tables.ts';
import { paymentDiscrepancies, payments } from './payments.tables.ts';

export type NewDiscrepancy = {
  /** Deduplicates: one row per key. */
  key: string;
  kind: DiscrepancyKind;
  orderId: string | null;
  intentId: string | null;
  detail: string;
};

/** Records a discrepancy for an administrator to review. */
export async function recordDiscrepancy(
  tx: Queryable,
  discrepancy: NewDiscrepancy,
  now: Date,
): Promise<void> {
  await tx
    .insert(paymentDiscrepancies)
    .values({ ...discrepancy, id: newId('pfi'), createdAt: now })
    .onConflictDoNothing();
}

type DiscrepancyList = CallOutput<typeof paymentEndpoints.listPaymentDiscrepancies>;
type DiscrepancyQuery = { page?: number | undefined; limit?: number | undefined; all?: boolean | undefined };

/** Returns discrepancies, newest first; resolved ones only when `all` is set. */
export async function listDiscrepancies(db: Queryable, query: DiscrepancyQuery): Promise<DiscrepancyList> {
  const { page, limit, offset } = pageOf(query);
  const filter = query.all ? undefined : isNull(paymentDiscrepancies.resolvedAt);
  const total = await db.$count(paymentDiscrepancies, filter);
  const rows = await db
    .select({ discrepancy: paymentDiscrepancies, orderNumber: orders.orderNumber })
    .from(paymentDiscrepancies)
    .leftJoin(orders, eq(orders.id, paymentDiscrepancies.orderId))
    .where(filter)
    .orderBy(desc(paymentDiscrepancies.createdAt), desc(paymentDiscrepancies.id))
    .limit(limit)
    .offset(offset);
  return {
    discrepancies: rows.map(({ discrepancy, orderNumber }) => toDiscrepancy(discrepancy, orderNumber)),
    pagination: paginationOf(page, limit, total),
  };
}

export function countOpenDiscrepancies(db: Queryable): Promise<number> {
  return db.$count(paymentDiscrepancies, isNull(paymentDiscrepancies.resolvedAt));
}

function toDiscrepancy(
  row: typeof paymentDiscrepancies.$inferSelect,
  orderNumber: string | null,
): PaymentDiscrepancy {
  const { id, kind, orderId, intentId, detail, resolvedAt, createdAt } = row;
  return {
    id,
    kind,
    orderId,
    orderNumber,
    intentId,
    detail,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Marks a discrepancy as resolved. A payment under review is cancelled, so that the customer can pay again. */
export async function resolveDiscrepancy(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  actorId: string,
): Promise<PaymentDiscrepancy> {
  return inTransaction(deps.db, async (tx) => {
    const [before] = await tx
      .select()
      .from(paymentDiscrepancies)
      .where(eq(paymentDiscrepancies.id, id))
      .for('update');
    if (!before) throw new Problem('NOT_FOUND', 'Discrepancy not found.');
    if (before.resolvedAt) return toDiscrepancy(before, null);
    await cancelPaymentUnderReview(tx, before.intentId, deps.now());
    const [after] = await tx
      .update(paymentDiscrepancies)
      .set({ resolvedAt: deps.now(), resolvedBy: actorId })
      .where(eq(paymentDiscrepancies.id, id))
      .returning();
    await recordAudit(tx, {
      actorId,
      action: 'resolve payment finding',
      subject: `payment finding ${id}`,
      after: { kind: before.kind, intentId: before.intentId },
    });
    const [order] = await tx
      .select({ orderNumber: orders.orderNumber })
      .from(orders)
      .where(sql`${orders.id} = ${before.orderId}`);
    return toDiscrepancy(after ?? before, order?.orderNumber ?? null);
  });
}

async function cancelPaymentUnderReview(tx: Tx, intentId: string | null, now: Date): Promise<void> {
  if (intentId === null) return;
  await tx
    .update(payments)
    .set({ status: 'cancelled', network: null, updatedAt: now })
    .where(and(eq(payments.intentId, intentId), eq(payments.status, 'needs-review')));
}
