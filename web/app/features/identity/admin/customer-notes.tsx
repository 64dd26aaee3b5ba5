import { useQuery, useQueryClient } from '@tanstack/react-query';
import { StaffNotes } from '../../../admin-ui/staff-notes.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Notes of staff on a user. */
export function CustomerNotes({ userId }: { userId: string }) {
  const canEdit = usePermissions()('customers.edit');
  const queries = useQueryClient();
  const queryKey = ['user', userId, 'notes'];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => api.listCustomerNotes({ params: { id: userId } }),
  });
  if (isError && !data) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-bad-text text-sm" role="alert">
        The notes could not be loaded.
        <Button size="sm" variant="outline" loading={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div>
      {data.notes.length === 0 && !canEdit && <p className="text-ink-muted text-sm">None yet.</p>}
      <StaffNotes
        notes={data.notes}
        canEdit={canEdit}
        add={(text) => api.addCustomerNote({ params: { id: userId }, body: { text } })}
        remove={(noteId) => api.deleteCustomerNote({ params: { id: userId, noteId } })}
        onChanged={() => queries.invalidateQueries({ queryKey })}
      />
    </div>
  );
}
