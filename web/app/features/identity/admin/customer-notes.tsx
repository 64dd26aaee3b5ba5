import type { CustomerNote } from '@reprise/contract/customers/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { messageOf } from '../../../admin-ui/error-message.ts';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Notes of staff on a user. */
export function CustomerNotes({ userId }: { userId: string }) {
  const canEdit = usePermissions()('customers.edit');
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<CustomerNote | null>(null);
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
      <ul className="grid gap-2">
        {data.notes.map((note) => (
          <li key={note.id} className="rounded-control bg-sunken px-3 py-2 text-sm">
            <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
            <p className="mt-1 flex items-center justify-between gap-2 text-ink-muted text-xs">
              <span>
                {note.author}, <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
              </span>
              {canEdit && (
                <IconButton label="Delete this note" size="sm" onClick={() => setDeleting(note)}>
                  <Trash2 className="size-3.5" aria-hidden="true" />
                </IconButton>
              )}
            </p>
          </li>
        ))}
      </ul>
      {canEdit && <AddNote userId={userId} onAdded={() => queries.invalidateQueries({ queryKey })} />}
      <DeleteDialog
        title="Delete note"
        item={deleting}
        nameOf={() => 'This note is for the staff only.'}
        remove={({ id }) => api.deleteCustomerNote({ params: { id: userId, noteId: id } })}
        failedMessage="The note could not be deleted"
        onDeleted={() => {
          notify('success', 'Note deleted');
          void queries.invalidateQueries({ queryKey });
        }}
        onClose={() => setDeleting(null)}
      >
        {({ text }) => <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      </DeleteDialog>
    </div>
  );
}

function AddNote({ userId, onAdded }: { userId: string; onAdded: () => Promise<void> }) {
  const [text, setText] = useState('');
  const saving = useMutation({
    mutationFn: () => api.addCustomerNote({ params: { id: userId }, body: { text } }),
    onSuccess: () => {
      setText('');
      return onAdded();
    },
  });
  return (
    <form
      className="mt-2 grid justify-items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !saving.isPending) saving.mutate();
      }}
    >
      {saving.isError && <FormFailure>{messageOf(saving.error, 'The note could not be saved')}</FormFailure>}
      <TextArea
        label="Write a note"
        labelHidden
        rows={2}
        maxLength={2000}
        placeholder="A note for the staff; the customer never sees it"
        fieldClassName="w-full"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm" variant="outline" loading={saving.isPending} disabled={!text.trim()}>
        Add note
      </Button>
    </form>
  );
}
