import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { storeShipment } from '../lifecycle/change-status.ts';
import type { OrderRow } from '../orders.queries.ts';
import type { LabelRow } from './labels.queries.ts';
import { assertCanShip } from './quote-parcel.ts';

type Shipment = { carrier: string; trackingNumber: string };

/** Parcel that a label is for: one of an order, or that of one of its returns. The order is locked in each call. */
export type LabelUse = {
  orderId: string;
  /** Null for the parcel of the order. */
  returnId: string | null;
  /** Noun in messages. */
  noun: string;
  /** Throws unless a label may be bought. */
  assertOpen(tx: Tx, order: OrderRow | undefined): Promise<void>;
  /** Records the parcel of a label that was bought. */
  store(tx: Tx, order: OrderRow, shipment: Shipment, by: Actor): Promise<void>;
  /** Takes back the parcel of a label that will not be used. */
  clear(tx: Tx, order: OrderRow, label: LabelRow, by: Actor): Promise<void>;
};

/** Returns the use of a label for the parcel of an order. */
export function labelUseOfOrder(orderId: string): LabelUse {
  return {
    orderId,
    returnId: null,
    noun: 'order',
    assertOpen: async (_tx, order) => assertCanShip(order),
    store: (tx, order, shipment, { now }) => storeShipment(tx, order, shipment, now),
    async clear(tx, order, { parcelId, trackingNumber }, { now }) {
      const isWaiting = order.status === 'pending' || order.status === 'processing';
      if (isWaiting && parcelId === null && order.trackingNumber === trackingNumber)
        await storeShipment(tx, order, { carrier: null, trackingNumber: null }, now);
    },
  };
}
