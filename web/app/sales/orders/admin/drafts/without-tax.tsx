import type { Draft } from '@reprise/contract/sales/orders/draft-orders';

/** Says why a saved draft has no tax, and that its totals are below the prices of the lines. Renders nothing for others. */
export function WithoutTax({ draft: { isExempt, entered, shippingAddress } }: { draft: Draft }) {
  if (!isExempt && !entered) return null;
  const reason = isExempt
    ? 'Without tax for the VAT number, which you check before the order leaves.'
    : `Without tax, as the order goes to ${shippingAddress.country}.`;
  return (
    <p className="text-ink-muted text-sm">
      {reason} {entered && 'What you enter is with tax; it comes off when you save.'}
    </p>
  );
}
