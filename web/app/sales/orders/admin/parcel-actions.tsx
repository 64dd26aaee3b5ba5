import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderParcel } from '@reprise/contract/sales/orders/order-parcel';
import { isUnsent } from '@reprise/contract/sales/orders/order-status';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Printer } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { parcelSlipUrl } from './fulfillment/print-url.ts';

type ParcelActionsProps = { order: Pick<Order, 'id' | 'orderNumber' | 'status'>; parcel: OrderParcel };

/** Prints the slip of a parcel, marks it as delivered, or takes one back that has not left after all. */
export function ParcelActions({ order: { id, orderNumber, status }, parcel }: ParcelActionsProps) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isOnItsWay = parcel.deliveredAt === null && status !== 'cancelled';
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
      {isOnItsWay && (
        <Button
          variant="outline"
          size="sm"
          loading={isBusy}
          onClick={() => void act(api.markParcelDelivered, `Parcel ${parcel.number} is delivered`)}
        >
          It has arrived
        </Button>
      )}
      <a
        href={parcelSlipUrl(orderNumber, parcel.number)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Packing slip of parcel ${parcel.number}`}
        className={buttonClass({ size: 'sm', variant: 'ghost' })}
      >
        <Printer className="size-4" aria-hidden="true" />
        Packing slip
      </a>
      {isOnItsWay && isUnsent(status) && (
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
