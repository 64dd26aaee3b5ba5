import { formatMoney } from '@reprise/contract/money';
import { maxBulkOrders } from '@reprise/contract/sales/orders/orders';
import type { CancellationPreview } from '@reprise/contract/sales/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';

/** Lists what cancelling does to each order. */
export function CancellationList({ ids }: { ids: string[] }) {
  const { data, error } = useCancellations(ids);
  if (error) return <ProblemBox message={messageOf(error, 'The shop did not say what will be refunded.')} />;
  if (!data) return <Spinner label="Loading what will be refunded" />;
  const byHand = data.some(({ isRefundedByHand }) => isRefundedByHand);
  return (
    <>
      <ul aria-label="What happens to each order" className="max-h-72 divide-y divide-line overflow-y-auto">
        {data.map((preview) => (
          <li key={preview.id} className="py-1.5">
            <span className="tabular font-medium">{preview.orderNumber}</span>: {effectOf(preview)}
          </li>
        ))}
      </ul>
      {byHand && <p>{refundByHandText}</p>}
    </>
  );
}

export const refundByHandText =
  'Cash and transfers go back outside this shop: return the money yourself. The refund is recorded.';

/** Reads what cancelling would do, a batch at a time. */
export function useCancellations(ids: string[]) {
  return useQuery({
    queryKey: ['cancellations', ids],
    queryFn: async ({ signal }) => {
      const previews: CancellationPreview[] = [];
      for (let index = 0; index < ids.length; index += maxBulkOrders) {
        const body = { ids: ids.slice(index, index + maxBulkOrders) };
        previews.push(...(await api.previewCancellations({ body }, { signal })).cancellations);
      }
      return previews;
    },
    enabled: ids.length > 0,
    // A refund made a moment ago changes the amounts.
    staleTime: 0,
  });
}

function effectOf({ isCancelled, refund, units, needsApproval }: CancellationPreview): string {
  if (isCancelled) return 'already cancelled';
  const money =
    refund === 0
      ? 'nothing to refund'
      : `refund ${formatMoney(refund)}${needsApproval ? ' after approval' : ''}`;
  return `${money}, ${units} ${units === 1 ? 'item' : 'items'} back to stock`;
}
