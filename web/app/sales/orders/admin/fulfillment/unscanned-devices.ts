import type { Order } from '@reprise/contract/sales/orders/order';

/** Says what happens to an order that ships with this many devices that were not scanned. */
export const unscannedText = (devices: number): string =>
  devices === 1
    ? 'A device was not scanned: the one on sale longest is taken from the stock, and the customer reads no number of it.'
    : `${devices} devices were not scanned: those on sale longest are taken from the stock, and the customer reads no number of them.`;

/** Says how many devices of orders that are about to ship were not scanned; null without any. */
export function unscannedTextOf(orders: Pick<Order, 'devicesToScan'>[]): string | null {
  const devices = orders.reduce((sum, { devicesToScan = 0 }) => sum + devicesToScan, 0);
  return devices > 0 ? unscannedText(devices) : null;
}
