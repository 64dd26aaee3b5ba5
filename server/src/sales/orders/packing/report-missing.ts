import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { setMissing } from '../../../workshop/units/missing-units.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow } from '../orders.queries.ts';
import { orderItems, orderNotes } from '../orders.tables.ts';

/** Marks a device that a packer did not find, or takes the mark back. */
export async function reportMissingDevice(
  deps: Pick<Deps, 'db' | 'now'>,
  { device, missing }: { device: string; missing: boolean },
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, (tx) => setMissing(tx, device, missing, { actorId, now: deps.now() }));
}

/** Notes on an order that a counted product of it was not found; reported twice, the order has one note. */
export async function reportMissingItems(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  product: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    const [item] = await tx
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.orderId, order.id), eq(orderItems.productId, product)));
    if (!item) throw new Problem('NOT_FOUND', 'This order does not contain the product.');
    const text = `Not on the shelf: ${item.name} (SKU ${item.sku}).`;
    const isSame = and(eq(orderNotes.orderId, order.id), eq(orderNotes.text, text));
    const known = await tx.select({ id: orderNotes.id }).from(orderNotes).where(isSame).limit(1);
    if (known.length > 0) return;
    const id = newId('ont');
    await tx
      .insert(orderNotes)
      .values({ id, orderId: order.id, authorId: actorId, text, createdAt: deps.now() });
    await recordAudit(tx, {
      actorId,
      action: 'add order note',
      subject: `order ${order.id}`,
      after: { note: id },
    });
  });
}
