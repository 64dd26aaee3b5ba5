import { Problem } from '@reprise/contract/problem';
import type { ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import type { RefundState } from '@reprise/extension/carrier';
import { and, eq, isNotNull } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { lockOrderRow } from '../orders.queries.ts';
import { checkPurchase } from './buy-label.ts';
import { type AccountDeps, requireCarrier } from './carrier-account.ts';
import { bookLabelRefund } from './label-cost.ts';
import { type LabelUse, labelUseOfOrder } from './label-use.ts';
import { findLabel, type LabelRow, toLabel } from './labels.queries.ts';
import { withRefusals } from './quote-parcel.ts';
import { shippingLabels } from './shipping.tables.ts';

/** Asks for the money of a label; an order that has not shipped, or the return, loses its tracking number. */
export async function refundLabel(
  deps: AccountDeps,
  id: string,
  /** Null if the shop does it by itself. */
  actorId: string | null,
  use?: LabelUse,
): Promise<ShippingLabel> {
  const row = await findLabel(deps.db, id, use?.returnId);
  if (row.state !== 'bought')
    throw new Problem('EDIT_CONFLICT', 'Only a label that was bought can be refunded.');
  const { carrier } = await requireCarrier(deps);
  const refund = await withRefusals(() => carrier.refund(row.shipmentId));
  const refused = 'The carrier does not refund this label: it was used, or its time is over.';
  if (refund === 'rejected') throw new Problem('NOT_REFUNDABLE', refused);
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, row.orderId);
    const [stored] = await tx
      .update(shippingLabels)
      .set({ state: stateOf[refund], voidProblem: null, updatedAt: deps.now() })
      .where(and(eq(shippingLabels.id, id), eq(shippingLabels.state, 'bought')))
      .returning();
    // Two calls at once: the other one has recorded it.
    if (!stored) return toLabel(await findLabel(tx, id, row.returnId));
    await bookLabelRefund(tx, stored, deps.now());
    const by = { actorId, now: deps.now() };
    if (order) await (use ?? labelUseOfOrder(order.id)).clear(tx, order, row, by);
    await recordAudit(tx, {
      actorId,
      action: 'refund label',
      subject: `order ${row.orderId}`,
      after: { carrier: row.carrier, trackingNumber: row.trackingNumber, state: stored.state },
    });
    return toLabel(stored);
  });
}

/** Stores why a label could not be voided; returns null if it was voided in between. */
export async function storeVoidProblem(
  tx: Tx,
  id: string,
  problem: string,
  now: Date,
): Promise<LabelRow | null> {
  const [label] = await tx
    .update(shippingLabels)
    .set({ voidProblem: problem, updatedAt: now })
    .where(and(eq(shippingLabels.id, id), eq(shippingLabels.state, 'bought')))
    .returning();
  return label ?? null;
}

/** Forgets why the label of a return could not be voided, because its return is open again. */
export async function clearVoidProblem(tx: Tx, returnId: string, now: Date): Promise<void> {
  await tx
    .update(shippingLabels)
    .set({ voidProblem: null, updatedAt: now })
    .where(and(eq(shippingLabels.returnId, returnId), isNotNull(shippingLabels.voidProblem)));
}

const stateOf = {
  submitted: 'refunding',
  refunded: 'refunded',
  rejected: 'refused',
} as const satisfies Record<RefundState, LabelRow['state']>;

/** Finds out what became of an interrupted purchase or of a refund; null for a label that was not bought. */
export async function checkLabel(
  deps: AccountDeps,
  id: string,
  use?: LabelUse,
): Promise<ShippingLabel | null> {
  const row = await findLabel(deps.db, id, use?.returnId);
  if (row.state === 'buying') {
    const label = await checkPurchase(deps, use ?? labelUseOfOrder(row.orderId), row);
    return label && toLabel(label);
  }
  if (row.state !== 'refunding') return toLabel(row);
  const { carrier } = await requireCarrier(deps);
  const { refund } = await withRefusals(() => carrier.readShipment(row.shipmentId));
  return inTransaction(deps.db, async (tx) => {
    const [stored] = await tx
      .update(shippingLabels)
      .set({ state: stateOf[refund ?? 'submitted'], updatedAt: deps.now() })
      .where(and(eq(shippingLabels.id, id), eq(shippingLabels.state, 'refunding')))
      .returning();
    if (stored) await bookLabelRefund(tx, stored, deps.now());
    return toLabel(stored ?? (await findLabel(tx, id, row.returnId)));
  });
}
