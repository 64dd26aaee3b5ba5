import type { OrderNote } from '@reprise/contract/orders/order-context';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { messageOf } from '../../../admin-ui/error-message.ts';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { LoadedContext } from './order-context.ts';
import { OrderSection } from './order-section.tsx';

/** Staff notes of an order. */
export function OrderNotes({ orderNumber, background }: { orderNumber: string; background: LoadedContext }) {
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<OrderNote | null>(null);
  const notes = background.data?.notes;
  return (
    <OrderSection title="Internal notes">
      {notes === undefined && !background.isError && <Skeleton className="h-10" />}
      {background.isError && !notes && <OrderContextFailure background={background} />}
      <ul className="grid gap-2">
        {notes?.map((note) => (
          <li key={note.id} className="group rounded-control bg-sunken px-3 py-2 text-sm">
            <p className="whitespace-pre-wrap break-words">{note.text}</p>
            <p className="mt-1 flex items-center justify-between gap-2 text-ink-muted text-xs">
              <span>
                {note.author}, <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
              </span>
              <IconButton label="Delete this note" size="sm" onClick={() => setDeleting(note)}>
                <Trash2 className="size-3.5" aria-hidden="true" />
              </IconButton>
            </p>
          </li>
        ))}
      </ul>
      <AddNote orderNumber={orderNumber} />
      <DeleteDialog
        title="Delete note"
        item={deleting}
        nameOf={() => 'This note is for the staff only.'}
        remove={({ id }) => api.deleteOrderNote({ params: { id: orderNumber, noteId: id } })}
        failedMessage="The note could not be deleted"
        onDeleted={() => {
          notify('success', 'Note deleted');
          void queries.invalidateQueries({ queryKey: ['order', orderNumber] });
        }}
        onClose={() => setDeleting(null)}
      >
        {({ text }) => <p className="whitespace-pre-wrap break-words">{text}</p>}
      </DeleteDialog>
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

function AddNote({ orderNumber }: { orderNumber: string }) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const id = useId();
  const saving = useMutation({
    mutationFn: () => api.addOrderNote({ params: { id: orderNumber }, body: { text } }),
    onSuccess: () => {
      setText('');
      return queries.invalidateQueries({ queryKey: ['order', orderNumber] });
    },
  });
  return (
    <form
      className="mt-2 grid justify-items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) saving.mutate();
      }}
    >
      {saving.isError && <FormFailure>{messageOf(saving.error, 'The note could not be saved')}</FormFailure>}
      <TextArea
        id={id}
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
