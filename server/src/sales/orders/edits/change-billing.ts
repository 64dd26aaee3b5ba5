import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@reprise/contract/problem';
import type { BillingInput, OrderBillingInput } from '@reprise/contract/sales/orders/billing';
import type { Order } from '@reprise/contract/sales/orders/order';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import {
  recipientLinesOf,
  type StoredBilling,
  toInvoiceAddress,
  toStoredBilling,
} from '../customers/stored-billing.ts';
import { drawInvoicesOf } from '../invoices/draw-invoices.ts';
import { addTimelineEvent } from '../lifecycle/add-timeline-event.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow, readOrder } from '../orders.queries.ts';
import { orderEdits, orders } from '../orders.tables.ts';
import { isPersonal } from '../personal-data.ts';
import { isExemptOrder } from '../tax/exempt-orders.ts';
import { withCheckedVatNumber } from '../tax/vat-number.ts';
import { assertSeenVersion } from './assert-seen-version.ts';

type Changing = { actorId: string; now: Date };

/** Changes who an order is billed to. An invoice that was issued is credited and issued again to the new recipient. */
export async function changeOrderBilling(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { version, billing }: OrderBillingInput,
  actorId: string,
): Promise<Order> {
  const id = await inTransaction(db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    assertSeenVersion(order, version);
    assertBillable(order);
    const checked = await withCheckedVatNumber({ billing, shippingAddress: order });
    const after = toStoredBilling(checked.billing);
    if (isDeepStrictEqual(after, order.billing)) return order.id;
    const columns = exemptionAfter(order, checked.billing, await readSettings(tx));
    await store(tx, order, { billing: after, ...columns }, { actorId, now: now() });
    return order.id;
  });
  return readOrder(db, id);
}

/** Throws for an order that no document will be issued of. */
function assertBillable(order: OrderRow): void {
  const reason = lockedReason(order);
  if (reason !== null) throw new Problem('EDIT_CONFLICT', reason);
}

function lockedReason(order: OrderRow): string | null {
  if (!isPersonal(order)) return 'The customer’s data was erased, so the billing cannot be changed.';
  if (order.status === 'cancelled') return 'This order was cancelled, so there is nothing to bill.';
  return order.paymentStatus === 'refunded' ? 'This order was refunded, so there is nothing to bill.' : null;
}

/** Returns the state of an order without tax under another VAT number, which staff check again. */
function exemptionAfter(
  order: OrderRow,
  billing: BillingInput | undefined,
  settings: Parameters<typeof isExemptOrder>[0],
): Partial<Pick<OrderRow, 'exemption' | 'exemptionDecidedAt' | 'exemptionDecidedBy'>> {
  if (order.exemption === null || billing?.vatNumber === order.billing?.vatNumber) return {};
  if (order.status === 'shipped' || order.status === 'delivered')
    throw new Problem('EDIT_CONFLICT', 'This order has left without tax, so its VAT number stays as it is.');
  if (!isExemptOrder(settings, { billing, shippingAddress: order, shippingMethod: order.shippingMethod }))
    throw new Problem(
      'EDIT_CONFLICT',
      'This order has no tax because of its VAT number. Without that number it would have tax: cancel and refund it, then place a new one.',
    );
  return { exemption: 'pending', exemptionDecidedAt: null, exemptionDecidedBy: null };
}

async function store(
  tx: Tx,
  order: OrderRow,
  columns: ReturnType<typeof exemptionAfter> & { billing: StoredBilling | null },
  { actorId, now }: Changing,
): Promise<void> {
  const { billing } = columns;
  const version = order.version + 1;
  await tx
    .update(orders)
    .set({ ...columns, version, editedAt: now, updatedAt: now })
    .where(eq(orders.id, order.id));
  const [before, after] = [order, { ...order, billing }].map((row) =>
    recipientLinesOf(toInvoiceAddress(row)).join(', '),
  ) as [string, string];
  await tx.insert(orderEdits).values({
    id: newId('oed'),
    orderId: order.id,
    version,
    actorId,
    reason: '',
    createdAt: now,
    changes: [],
    addressChanges: [{ label: 'Billed to', before, after }],
    totalBeforeCents: order.totalCents,
    totalAfterCents: order.totalCents,
  });
  const description = 'We changed who your order is billed to.';
  await addTimelineEvent(tx, order.id, { status: 'Edited', description, actorId, now });
  await recordAudit(tx, {
    actorId,
    action: 'change billing of order',
    subject: `order ${order.id}`,
    // The audit log cannot be erased, so it names the changed parts without their text.
    before: { version: order.version },
    after: { version, billingFields: changedParts(order.billing, billing) },
  });
  drawInvoicesOf(tx, order.id, { now, isOtherRecipient: true });
}

const parts = { address: 'Address', company: 'Company', vatNumber: 'VAT number' } as const;

const changedParts = (before: StoredBilling | null, after: StoredBilling | null): string[] =>
  (Object.keys(parts) as (keyof typeof parts)[])
    .filter((part) => !isDeepStrictEqual(before?.[part], after?.[part]))
    .map((part) => parts[part]);
