import type { Packing } from '@reprise/contract/sales/orders/packing';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { BuyLabel } from '../../../shipping-labels/admin/buy-label.tsx';
import { LabelLine } from '../../../shipping-labels/admin/label-line.tsx';
import { labelCallsOf } from './order-label-calls.ts';

type LabelCardProps = { packing: Pick<Packing, 'id' | 'shippingMethod' | 'status'> };

/** Buys the shipping label of an order and shows those it has; empty in a shop that buys none. */
export function LabelCard({ packing }: LabelCardProps) {
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['labels', packing.id],
    queryFn: ({ signal }) => api.listLabels({ params: { id: packing.id } }, { signal }),
  });
  const refresh = async () => {
    await Promise.all(['labels', 'packing'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  };
  if (!data && !error) return <Skeleton className="h-24" />;
  if (data && !data.canBuy && data.labels.length === 0) return null;
  const calls = labelCallsOf(packing.id);
  const isOpen = packing.status === 'pending' || packing.status === 'processing';
  const isUsable = data?.labels.some(({ state }) => state === 'bought' || state === 'buying');
  return (
    <section
      aria-labelledby="label-card"
      className="grid h-fit gap-4 rounded-tile border border-line bg-raised p-4"
    >
      <h2 id="label-card" className="font-semibold text-base">
        Shipping label
      </h2>
      {!data && (
        <>
          <ProblemBox message={messageOf(error, 'The labels could not be loaded.')} />
          <Button variant="outline" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      )}
      {data && data.labels.length > 0 && (
        <ul className="grid gap-4">
          {data.labels.map((label) => (
            <LabelLine key={label.id} label={label} calls={calls} onChanged={refresh} />
          ))}
        </ul>
      )}
      {data?.parcel && isOpen && !isUsable && (
        <BuyLabel
          calls={calls}
          isExpress={packing.shippingMethod === 'express'}
          parcel={data.parcel}
          onBought={refresh}
        />
      )}
    </section>
  );
}
