import { type Cents, formatMoney } from '../money.ts';

/** Reason why an edited order does not ship, and what to do. */
export function heldSentence(due: Cents): string {
  return `${formatMoney(due)} is still due. Send the payment link or mark the order as paid, then ship it.`;
}
