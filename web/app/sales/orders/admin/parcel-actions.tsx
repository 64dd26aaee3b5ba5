import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderParcel } from '@reprise/contract/sales/orders/order-parcel';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type ParcelActionsProps = { order: Pick<Order, 'id' | 'status'>; parcel: OrderParcel };

/** Marks a parcel as delivered, or takes one back that has not left after all. */
export function ParcelActions({ order: { id, status }, parcel }: ParcelActionsProps) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (parcel.deliveredAt !== null || status === 'cancelled') return null;
  const act = async (call: typeof api.takeBackParcel | typeof api.markParcelDelivered, done: string) => {
    setBusy(true);
    try {
      await call({ params: { id, parcel: parcel.id } });
      notify('success', done);
    } catch (error) {
      notifyFailure('The parcel was not changed', error);
    } finally {
      setBusy(false);
      void queries.invalidateQueries();
    }
  };
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        loading={isBusy}
        onClick={() => void act(api.markParcelDelivered, `Parcel ${parcel.number} is delivered`)}
      >
        It has arrived
      </Button>
      {(status === 'pending' || status === 'processing') && (
        <Button
          variant="ghost"
          size="sm"
          disabled={isBusy}
          onClick={() => void act(api.takeBackParcel, `Parcel ${parcel.number} is to be packed again`)}
        >
          It has not left
        </Button>
      )}
    </div>
  );
}
