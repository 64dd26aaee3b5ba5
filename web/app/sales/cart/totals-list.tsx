import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import type { Quote } from '@reprise/contract/sales/orders/pricing';

type TotalsListProps = {
  totals: Quote & { taxIncluded?: boolean | undefined };
  shippingLabel?: string;
  totalLabel?: string;
  taxLabel?: string;
};

/** Shows subtotal, shipping, tax and total, in the cart, the checkout and an order. */
export function TotalsList({
  totals,
  shippingLabel = 'Shipping',
  totalLabel = 'Total',
  taxLabel = 'Tax',
}: TotalsListProps) {
  return (
    <dl className="grid gap-2 text-sm">
      <TotalRow label="Subtotal" amount={totals.subtotal} />
      {totals.discount > 0 && <TotalRow label="Discount" amount={cents(-totals.discount)} />}
      <TotalRow label={shippingLabel} amount={totals.shipping} freeWhenZero />
      {!totals.taxIncluded && <TotalRow label={taxLabel} amount={totals.tax} />}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3 text-base">
        <dt className="font-semibold">{totalLabel}</dt>
        <dd className="tabular font-semibold text-lg">{formatMoney(totals.total)}</dd>
      </div>
      {totals.taxIncluded && totals.tax > 0 && (
        <TotalRow label={`${taxLabel} in the total`} amount={totals.tax} />
      )}
    </dl>
  );
}

function TotalRow({ label, amount, freeWhenZero }: { label: string; amount: Cents; freeWhenZero?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="tabular">{freeWhenZero && amount === 0 ? 'Free' : formatMoney(amount)}</dd>
    </div>
  );
}
