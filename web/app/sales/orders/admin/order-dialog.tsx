import { Link } from 'react-router';
import { Maximize2 } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { StatusChanging } from './fulfillment/status-change.tsx';
import { LoadedOrder, useOrder } from './loaded-order.tsx';

type OrderDialogProps = { orderNumber: string | null; change: StatusChanging; onClose: () => void };

/** Order details in a dialog over the list. */
export function OrderDialog({ orderNumber, change, onClose }: OrderDialogProps) {
  const { data } = useOrder(orderNumber);
  const name = data?.order.orderNumber ?? orderNumber ?? '';
  return (
    <Modal open={orderNumber !== null} onClose={onClose} title={`Order ${name}`} size="xl">
      {orderNumber !== null && (
        <>
          <p className="-mt-1 mb-4">
            <Link
              to={`/admin/orders/${orderNumber}`}
              className="inline-flex items-center gap-1.5 text-link text-sm"
            >
              <Maximize2 className="size-3.5" aria-hidden="true" />
              Open as a page
            </Link>
          </p>
          <LoadedOrder orderNumber={orderNumber} change={change} />
        </>
      )}
    </Modal>
  );
}
