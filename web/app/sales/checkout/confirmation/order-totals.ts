import type { ConfirmationState } from './confirmation-state.ts';

type Totals = ConfirmationState['totals'];

/** `clearConfirmation` removes it. */
const copyName = 'order-totals';

/** Stores the amounts of an order before it is paid: a payment page may follow, which this page does not survive. */
export function storeTotals(key: string, totals: Totals): void {
  try {
    sessionStorage.setItem(copyName, JSON.stringify({ key, totals }));
  } catch {
    // The confirmation then shows the total only.
  }
}

export function readTotals(key: string): Totals {
  try {
    const copy = JSON.parse(sessionStorage.getItem(copyName) ?? 'null');
    return copy?.key === key ? copy.totals : undefined;
  } catch {
    return undefined;
  }
}
