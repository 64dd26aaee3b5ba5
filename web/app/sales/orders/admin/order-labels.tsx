import type { Order } from '@reprise/contract/sales/orders/order';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { LabelLine } from '../../shipping-labels/admin/label-line.tsx';
import { labelCallsOf } from '../shipping/admin/order-label-calls.ts';
import { OrderSection } from './order-section.tsx';

/** Shipping labels of the order, with what the carrier says; renders nothing without any. */
export function OrderLabels({ order }: { order: Order }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['labels', order.id],
    queryFn: ({ signal }) => api.listLabels({ params: { id: order.id } }, { signal }),
  });
  if (!data || data.labels.length === 0) return null;
  return (
    <OrderSection title="Shipping labels">
      <ul className="grid gap-4">
        {data.labels.map((label) => (
          <LabelLine
            key={label.id}
            label={label}
            calls={labelCallsOf(order.id)}
            onChanged={() => queries.invalidateQueries()}
          />
        ))}
      </ul>
    </OrderSection>
  );
}
