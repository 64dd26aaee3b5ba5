import { useQueryClient } from '@tanstack/react-query';
import { LoadFailure } from '../../../admin-ui/loaded.tsx';
import { StaffNotes } from '../../../admin-ui/staff-notes.tsx';
import { api } from '../../../api/browser-api.ts';
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
      {background.isError && !notes && (
        <LoadFailure query={background} failed="This could not be loaded" look="inline" />
      )}
      <StaffNotes
        notes={notes}
        add={(text) => api.addOrderNote({ params: { id: orderNumber }, body: { text } })}
        remove={(noteId) => api.deleteOrderNote({ params: { id: orderNumber, noteId } })}
        onChanged={() => queries.invalidateQueries({ queryKey: ['order', orderNumber] })}
      />
    </OrderSection>
  );
}
