/** Reasons for a stock correction; the ledger stores their text. */
export const stockReasons = [
  'Delivery received',
  'Recount',
  'Damaged',
  'Lost or stolen',
  'Used for repair',
  'Returned to the supplier',
  'Other',
] as const;

export type StockReasonValues = { reason: string; details: string };

/** Returns the note for the ledger and the audit log. */
export function noteOf({ reason, details }: StockReasonValues): string {
  return [reason === 'Other' ? '' : reason, details.trim()].filter(Boolean).join(': ');
}
