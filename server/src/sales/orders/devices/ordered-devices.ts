import type { OrderLine } from '@reprise/contract/sales/orders/order-line';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  type OrderDevice,
  readOrderDevices,
  readReturnedDevices,
} from '../../../workshop/units/in-orders/order-devices.queries.ts';
import type { ItemRow, OrderRow } from '../orders.queries.ts';

export type DevicesOf = ReadonlyMap<string, OrderDevice[]>;

export async function readDevices(
  db: Queryable,
  items: Pick<ItemRow, 'id' | 'tracking'>[],
): Promise<DevicesOf> {
  const itemIds = items.filter(({ tracking }) => tracking === 'serial').map(({ id }) => id);
  return Map.groupBy(await readOrderDevices(db, itemIds), ({ itemId }) => itemId);
}

export type ReturnedOf = ReadonlyMap<string, NonNullable<OrderLine['returnedDevices']>>;

/** Returns the devices that came back by line; only orders that gave something back are read. */
export async function readReturnedOf(
  db: Queryable,
  rows: readonly Pick<OrderRow, 'id' | 'status'>[],
  items: readonly ItemRow[],
): Promise<ReturnedOf> {
  const cancelled = new Set(rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id));
  const gaveBack = items.filter(
    ({ tracking, orderId, returnedQuantity, replacedQuantity }) =>
      tracking === 'serial' && (returnedQuantity > 0 || replacedQuantity > 0 || cancelled.has(orderId)),
  );
  const devices = await readReturnedDevices(
    db,
    gaveBack.map(({ id }) => id),
  );
  const byItem = [...Map.groupBy(devices, ({ itemId }) => itemId)];
  return new Map(
    byItem.map(([id, list]) => [id, list.map(({ number, identifiers }) => ({ number, identifiers }))]),
  );
}

/**
 * A packed device may still be replaced by another, so only those that left and chosen ones are shown; one that was not
 * scanned is not known to be the one that left.
 */
export const toOrderedDevices = (devices: OrderDevice[]) =>
  devices
    .filter(({ hasLeft, isChosen, isAssumed }) => isChosen || (hasLeft && !isAssumed))
    .map(({ number, passport, identifiers, hasLeft, isChosen, isBack }) => ({
      number,
      ...(hasLeft && passport && { passport }),
      identifiers: hasLeft ? identifiers : [],
      ...(isChosen && { isChosen }),
      ...(isBack && { isBack }),
    }));
