import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NotLoaded } from '../../../admin-ui/loaded.tsx';
import { StaffNotes } from '../../../admin-ui/staff-notes.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';

/** Notes of staff on a user. */
export function CustomerNotes({ userId }: { userId: string }) {
  const canEdit = usePermissions()('customers.edit');
  const queries = useQueryClient();
  const queryKey = ['user', userId, 'notes'];
  const notes = useQuery({
    queryKey,
    queryFn: () => api.listCustomerNotes({ params: { id: userId } }),
  });
  const { data } = notes;
  if (!data)
    return <NotLoaded query={notes} failed="The notes could not be loaded" look="inline" skeleton="h-16" />;
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
