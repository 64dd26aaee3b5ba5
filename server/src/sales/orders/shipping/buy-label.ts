import type { CallInput } from '@reprise/contract/endpoint';
import { formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { labelEndpoints, ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import { type BoughtLabel, CarrierRefusal, type KnownShipment } from '@reprise/extension/carrier';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { minuteMs } from '../../../platform/time.ts';
import { recordOrderCost } from '../costs/record-order-cost.ts';
import { orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow } from '../orders.queries.ts';
import { type AccountDeps, requireCarrier } from './carrier-account.ts';
import { labelCost } from './label-cost.ts';
import { type LabelUse, labelUseOfOrder } from './label-use.ts';
import { findLabel, isOf, type LabelRow, toLabel } from './labels.queries.ts';
import { withRefusals } from './quote-parcel.ts';
import { shippingLabels } from './shipping.tables.ts';

type Purchase = CallInput<typeof labelEndpoints.buyLabel>['body'];
type Buyer = { actorId: string; isTest: boolean };

/** Buys the label of the next parcel of an order. */
export async function buyOrderLabel(
  deps: AccountDeps,
  reference: string,
  purchase: Purchase,
  actorId: string,
): Promise<ShippingLabel> {
  const order = await findOrderRow(deps.db, reference);
  if (!order) throw orderNotFound();
  return buyLabel(deps, labelUseOfOrder(order.id), purchase, actorId);
}

/**
 * Buys a label. The purchase is stored before the call to the service, so that an interrupted one is found again, and
 * no second one for the same use begins beside it.
 */
export async function buyLabel(
  deps: AccountDeps,
  use: LabelUse,
  purchase: Purchase,
  actorId: string,
): Promise<ShippingLabel> {
  const { carrier, isTest } = await requireCarrier(deps);
  const known = await withRefusals(() => carrier.readShipment(purchase.shipment));
  if (known.reference !== (use.returnId ?? use.orderId))
    throw new Problem('NOT_FOUND', `These rates are of another ${use.noun}.`);
  const label = await startPurchase(deps, use, purchase, known, { actorId, isTest });
  if (label.state === 'bought') return toLabel(label);
  try {
    return toLabel(await storeBought(deps, use, label, await carrier.buy(label.shipmentId, label.rateId)));
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error;
    await takeBack(deps, label);
    throw new Problem('VALIDATION_ERROR', error.message);
  }
}

/** Stores the purchase; returns the label if this shipment has one. */
function startPurchase(
  deps: AccountDeps,
  use: LabelUse,
  { shipment: shipmentId, rate: rateId, parcel }: Purchase,
  { rates }: KnownShipment,
  buyer: Buyer,
): Promise<LabelRow> {
  return inTransaction(deps.db, async (tx) => {
    const { orderId, returnId } = use;
    const order = await lockOrderRow(tx, orderId);
    const usable = await findUsable(tx, use);
    if (usable?.shipmentId === shipmentId && usable.state === 'bought') return usable;
    if (usable) throw hasLabel(usable, use);
    await use.assertOpen(tx, order);
    const rate = rates.find(({ id }) => id === rateId);
    if (!rate) throw new Problem('NOT_FOUND', 'This rate no longer exists. Ask for the rates again.');
    const { carrier, service, price: costCents } = rate;
    const now = deps.now();
    const [row] = await tx
      .insert(shippingLabels)
      .values({
        id: newId('lbl'),
        state: 'buying',
        orderId,
        returnId,
        shipmentId,
        rateId,
        carrier,
        service,
        costCents,
        parcel,
        ...buyer,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    return row as LabelRow;
  });
}

async function findUsable(tx: Tx, { orderId, returnId }: LabelUse): Promise<LabelRow | undefined> {
  const isUsable = inArray(shippingLabels.state, ['buying', 'bought']);
  const [row] = await tx
    .select()
    .from(shippingLabels)
    .where(
      and(eq(shippingLabels.orderId, orderId), isOf(returnId), isUsable, isNull(shippingLabels.parcelId)),
    );
  return row;
}

function hasLabel({ state }: LabelRow, { noun }: LabelUse): Problem {
  const message =
    state === 'bought'
      ? `This ${noun} has a label already. Refund it before you buy another.`
      : `A label of this ${noun} is being bought. Check what became of it first.`;
  return new Problem('EDIT_CONFLICT', message);
}

const isBuying = (row: LabelRow) =>
  and(eq(shippingLabels.id, row.id), eq(shippingLabels.state, 'buying' as const));

async function takeBack({ db }: AccountDeps, row: LabelRow): Promise<void> {
  await db.delete(shippingLabels).where(isBuying(row));
}

/** Stores the label and gives its carrier and tracking number to the order or the return. */
function storeBought(
  deps: AccountDeps,
  use: LabelUse,
  row: LabelRow,
  bought: BoughtLabel,
): Promise<LabelRow> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, row.orderId);
    const [stored] = await tx
      .update(shippingLabels)
      .set({ ...bought, state: 'bought', updatedAt: deps.now() })
      .where(isBuying(row))
      .returning();
    if (!stored) return findLabel(tx, row.id, row.returnId);
    const { carrier, service, trackingNumber } = bought;
    const by = { actorId: row.actorId, now: deps.now() };
    if (order) await use.store(tx, order, { carrier, trackingNumber }, by);
    if (!row.isTest) await recordOrderCost(tx, labelCost(stored, deps.now()));
    await recordAudit(tx, {
      actorId: row.actorId,
      action: 'buy label',
      subject: `order ${row.orderId}`,
      after: { carrier, service, trackingNumber, cost: formatMoney(bought.costCents) },
    });
    return stored;
  });
}

/** Time after which a purchase cannot be under way any more: two calls with their limits. */
const purchaseMs = minuteMs;

/** Ends a purchase that was interrupted; returns null if nothing was bought. */
export async function checkPurchase(
  deps: AccountDeps,
  use: LabelUse,
  row: LabelRow,
): Promise<LabelRow | null> {
  const { carrier } = await requireCarrier(deps);
  const { label } = await withRefusals(() => carrier.readShipment(row.shipmentId));
  if (label) return storeBought(deps, use, row, label);
  if (deps.now().getTime() - row.updatedAt.getTime() < purchaseMs) {
    throw new Problem('IN_PROGRESS', 'The label is being bought. Check again in a minute.');
  }
  await takeBack(deps, row);
  return null;
}
