/** Why stock is corrected by hand. The words go into the ledger as they are. */
export const stockReasons = [
  'Delivery received',
  'Counted anew',
  'Damaged',
  'Lost or stolen',
  'Used for repair',
  'Returned to the supplier',
  'Other',
] as const;

export type StockReasonValues = { reason: string; details: string };

/** What the ledger and the audit will say. */
export function noteOf({ reason, details }: StockReasonValues): string {
  return [reason === 'Other' ? '' : reason, details.trim()].filter(Boolean).join(': ');
}
