import { useQueryClient } from '@tanstack/react-query';
import { StaffNotes } from '../../../admin-ui/staff-notes.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { LoadedContext } from './order-context.ts';
import { OrderSection } from './order-section.tsx';

/** Staff notes of an order. */
export function OrderNotes({ orderNumber, background }: { orderNumber: string; background: LoadedContext }) {
  const queries = useQueryClient();
  const notes = background.data?.notes;
  return (
    <OrderSection title="Internal notes">
      {notes === undefined && !background.isError && <Skeleton className="h-10" />}
      {background.isError && !notes && <OrderContextFailure background={background} />}
      <StaffNotes
        notes={notes}
        add={(text) => api.addOrderNote({ params: { id: orderNumber }, body: { text } })}
        remove={(noteId) => api.deleteOrderNote({ params: { id: orderNumber, noteId } })}
        onChanged={() => queries.invalidateQueries({ queryKey: ['order', orderNumber] })}
      />
    </OrderSection>
  );
}

/** Error shown when the staff-only data could not be loaded. */
export function OrderContextFailure({ background }: { background: LoadedContext }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-bad-text text-sm" role="alert">
      This could not be loaded.
      <Button
        size="sm"
        variant="outline"
        loading={background.isFetching}
        onClick={() => background.refetch()}
      >
        Try again
      </Button>
    </p>
  );
}
