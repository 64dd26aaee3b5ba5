import type { Order } from '@reprise/contract/sales/orders/order';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { CalendarPlus } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Restarts the reservation of an unpaid order with the duration for staff orders. */
export function ExtendReservationButton({ order }: { order: Order }) {
  const queries = useQueryClient();
  const extending = useMutation({
    mutationFn: () => api.extendReservation({ params: { id: order.id } }),
    onSuccess: ({ order: { reservedUntil } }) =>
      notify(
        'success',
        reservedUntil ? `Reserved until ${formatDateTime(reservedUntil)}` : 'Reservation extended',
      ),
    onError: (error) => notify('error', messageOf(error, 'The reservation was not extended. Try again.')),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Button size="sm" variant="outline" loading={extending.isPending} onClick={() => extending.mutate()}>
      <CalendarPlus className="size-4" aria-hidden="true" />
      Extend
    </Button>
  );
}
