import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { FindingKind, PaymentFinding, paymentEndpoints } from '@reprise/contract/payments/payments';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { orders } from '../orders/orders.tables.ts';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Queryable, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
import { paymentFindings, payments } from './payments.tables.ts';

export type NewFinding = {
  /** The same key is noted once, however often it is found. */
  key: string;
  kind: FindingKind;
  orderId: string | null;
  intentId: string | null;
  detail: string;
};

/** Notes what an administrator has to look at. */
export async function noteFinding(tx: Queryable, finding: NewFinding, now: Date): Promise<void> {
  await tx
    .insert(paymentFindings)
    .values({ ...finding, id: newId('pfi'), createdAt: now })
    .onConflictDoNothing();
}

type FindingList = CallOutput<typeof paymentEndpoints.listPaymentFindings>;
type FindingQuery = { page?: number | undefined; limit?: number | undefined; all?: boolean | undefined };

/** The newest first; those that are settled only where all are asked for. */
export async function listFindings(db: Queryable, query: FindingQuery): Promise<FindingList> {
  const { page, limit, offset } = pageOf(query);
  const wanted = query.all ? undefined : isNull(paymentFindings.resolvedAt);
  const total = await db.$count(paymentFindings, wanted);
  const rows = await db
    .select({ finding: paymentFindings, orderNumber: orders.orderNumber })
    .from(paymentFindings)
    .leftJoin(orders, eq(orders.id, paymentFindings.orderId))
    .where(wanted)
    .orderBy(desc(paymentFindings.createdAt), desc(paymentFindings.id))
    .limit(limit)
    .offset(offset);
  return {
    findings: rows.map(({ finding, orderNumber }) => toFinding(finding, orderNumber)),
    pagination: paginationOf(page, limit, total),
  };
}

export function countOpenFindings(db: Queryable): Promise<number> {
  return db.$count(paymentFindings, isNull(paymentFindings.resolvedAt));
}

function toFinding(row: typeof paymentFindings.$inferSelect, orderNumber: string | null): PaymentFinding {
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

/** An administrator has dealt with it, at Stripe where money has to move. A payment that was held lets the customer pay anew. */
export async function resolveFinding(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  actorId: string,
): Promise<PaymentFinding> {
  return inTransaction(deps.db, async (tx) => {
    const [before] = await tx.select().from(paymentFindings).where(eq(paymentFindings.id, id)).for('update');
    if (!before) throw new Problem('NOT_FOUND', 'There is no such finding.');
    if (before.resolvedAt) return toFinding(before, null);
    await reopenHeldPayment(tx, before.intentId, deps.now());
    const [after] = await tx
      .update(paymentFindings)
      .set({ resolvedAt: deps.now(), resolvedBy: actorId })
      .where(eq(paymentFindings.id, id))
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
    return toFinding(after ?? before, order?.orderNumber ?? null);
  });
}

async function reopenHeldPayment(tx: Tx, intentId: string | null, now: Date): Promise<void> {
  if (intentId === null) return;
  await tx
    .update(payments)
    .set({ status: 'cancelled', network: null, updatedAt: now })
    .where(and(eq(payments.intentId, intentId), eq(payments.status, 'held')));
}
