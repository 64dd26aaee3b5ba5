import { Problem } from '@reprise/contract/problem';
import { eq, sql } from 'drizzle-orm';
import { bookShortage, lockStock, type StockChange } from '../../../catalog/products/stock/change-stock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readStockLines, type StockLine } from '../devices/stock-lines.ts';
import { orderItems } from '../orders.tables.ts';

type Change = Omit<StockChange, 'reason'> & { orderId: string };

/** Short units of a line whose money was not returned. */
export const unsettledOf = ({ short, refundedOnly }: Pick<StockLine, 'short' | 'refundedOnly'>): number =>
  Math.max(0, short - refundedOnly);

export type ShortUnits = { line: StockLine; units: number };

/**
 * Lowers the short units of lines that lose units by an edit or a return; units that wait for devices are lost after
 * them. Returns those that `bookOwed` takes from the stock that the order puts back.
 */
export async function lowerShort(tx: Tx, lost: ShortUnits[]): Promise<ShortUnits[]> {
  const lowered = lost
    .map(({ line, units }) => ({ line, units: Math.min(unsettledOf(line), Math.max(0, units)) }))
    .filter(({ units }) => units > 0);
  for (const { line, units } of lowered) await setShort(tx, line.itemId, line.short - units);
  return lowered.filter(({ line }) => !isCountedBefore(line));
}

/** True for a line that was sold before its product was tracked by device: all units that it puts back go off sale. */
export const isCountedBefore = ({ hasDevices, isTracked }: StockLine) => isTracked && !hasDevices;

/** Takes units that are not owed from what an order put back to stock. */
export async function bookOwed(tx: Tx, short: ShortUnits[], change: Change): Promise<void> {
  for (const { line, units } of short) {
    if (!line.exists || units === 0) continue;
    const isBooked = await bookShortage(tx, { productId: line.productId, change: -units }, change);
    if (!isBooked) throw new Error(`The stock of ${line.productId} is lower than what an order put back.`);
  }
}

export async function setShort(tx: Tx, itemId: string, shortQuantity: number): Promise<void> {
  await tx.update(orderItems).set({ shortQuantity }).where(eq(orderItems.id, itemId));
}

/** Lets short units of a line wait for devices again, as far as the stock allows; returns how many. */
export async function fillLine(tx: Tx, line: StockLine, units: number, change: Change): Promise<number> {
  const stock = (await lockStock(tx, [line.productId])).get(line.productId) ?? 0;
  const filled = Math.min(units, stock);
  if (filled <= 0) return 0;
  await bookShortage(tx, { productId: line.productId, change: -filled }, change);
  await tx
    .update(orderItems)
    .set({ shortQuantity: sql`${orderItems.shortQuantity} - ${filled}` })
    .where(eq(orderItems.id, line.itemId));
  return filled;
}

/**
 * Fills the short units of a locked order that leaves. Throws UNITS_MISSING if some are neither there nor refunded.
 */
export async function fillBeforeShipping(tx: Tx, change: Change): Promise<void> {
  for (const line of await readStockLines(tx, change.orderId)) {
    const units = unsettledOf(line);
    if (units === 0 || !line.exists || isCountedBefore(line)) continue;
    const missing = units - (await fillLine(tx, line, units, change));
    if (missing > 0) {
      throw new Problem(
        'UNITS_MISSING',
        `${missing} of ${line.name} ${missing === 1 ? 'is' : 'are'} not there. Wait for a device, or refund ${missing === 1 ? 'it' : 'them'} first.`,
      );
    }
  }
}
