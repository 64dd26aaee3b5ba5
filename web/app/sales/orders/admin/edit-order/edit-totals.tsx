import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { EditPreview } from '@reprise/contract/sales/orders/order-edit';
import { isUnpaid } from '../../payment-due.ts';

type EditTotalsProps = { order: Order; preview: EditPreview | undefined; isCurrent: boolean };

const negative = (amount: Cents) => cents(-amount);

/** Amounts of an order before and after an edit, as the server computes them. */
export function EditTotals({ order, preview, isCurrent }: EditTotalsProps) {
  const rows = [
    ['Subtotal', order.subtotal, preview?.subtotal],
    ...(order.discount > 0 || (preview?.discount ?? 0) > 0
      ? ([['Discount', negative(order.discount), preview && negative(preview.discount)]] as const)
      : []),
    ['Shipping', order.shipping, preview?.shipping],
    [order.taxIncluded ? 'Tax in the total' : 'Tax', order.tax, preview?.tax],
    ['Total', order.total, preview?.total],
  ] as const;
  return (
    <div aria-live="polite" aria-busy={!isCurrent}>
      <table className="tabular w-full text-sm">
        <thead>
          <tr className="text-ink-muted">
            <th scope="col" className="pb-2 text-left font-normal">
              <span className="sr-only">Amount</span>
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              Before
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, before, after]) => (
            <tr key={label} className={label === 'Total' ? 'border-line border-t font-semibold' : undefined}>
              <th
                scope="row"
                className={`py-1 text-left ${label === 'Total' ? '' : 'font-normal text-ink-muted'}`}
              >
                {label}
              </th>
              <td className="py-1 text-right text-ink-muted">{formatMoney(before)}</td>
              <td className={`py-1 text-right ${isCurrent ? '' : 'text-ink-faint'}`}>
                {after === undefined ? '–' : formatMoney(after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview && isCurrent && (
        <dl className="mt-3 grid gap-1 border-line border-t pt-3 text-sm">
          {!isUnpaid(order) && <Amount label="Paid so far" amount={preview.paid} />}
          {preview.amountDue > 0 && (
            <Amount label={isUnpaid(order) ? 'To pay' : 'Still due'} amount={preview.amountDue} strong />
          )}
          {preview.total === 0 && order.total > 0 && (
            <p className="text-ink-muted">Nothing to pay: the order counts as paid at once.</p>
          )}
          {preview.refund > 0 && <Amount label="Refund" amount={preview.refund} strong />}
        </dl>
      )}
    </div>
  );
}

function Amount({ label, amount, strong = false }: { label: string; amount: Cents; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'font-semibold' : 'text-ink-muted'}`}>
      <dt>{label}</dt>
      <dd className="tabular">{formatMoney(amount)}</dd>
    </div>
  );
}
