import {
  type ComparedPrices,
  newSaving,
  saleSaving,
} from '@reprise/contract/catalog/products/compared-prices';
import { formatMoney } from '@reprise/contract/money';

/** Savings in words, with what each compares with; `saleEnds` is the last day of the sale in words. */
export default function Savings({
  prices,
  saleEnds,
}: {
  prices: ComparedPrices;
  saleEnds: string | null | undefined;
}) {
  const sale = saleSaving(prices);
  const fromNew = newSaving(prices);
  return (
    <div className="tabular mt-1 grid gap-0.5 text-sm">
      {sale && (
        <p className="text-accent-text">
          You save {formatMoney(sale.amount)}
          <span className="text-ink-muted"> on the lowest price of the 30 days before this sale</span>
        </p>
      )}
      {fromNew && (
        <p className="text-accent-text">
          Save {fromNew.percent}%<span className="text-ink-muted"> against new</span>
        </p>
      )}
      {saleEnds && <p className="text-ink-muted">Sale ends {saleEnds}</p>}
    </div>
  );
}
