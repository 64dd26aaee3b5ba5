import { customerEndpoints } from '@reprise/contract/people/customers';
import { useState } from 'react';
import { formatDateTime } from '../formats.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Trash2 } from '../ui/icons/lucide.tsx';
import { notify } from '../ui/overlays/notify.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { FormFailure } from './dialog-form.tsx';
import { useSavedForm } from './forms/use-saved-form.ts';

type StaffNote = { id: string; text: string; author: string; createdAt: string };

type StaffNotesProps = {
  /** Missing until they are loaded. */
  notes: StaffNote[] | undefined;
  /** False for staff who may only read them. */
  canEdit?: boolean;
  add: (text: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Called after a note was added or deleted. */
  onChanged: () => Promise<unknown>;
};

/** Notes of the staff with their authors, and the field for another. */
export function StaffNotes({ notes = [], canEdit = true, add, remove, onChanged }: StaffNotesProps) {
  const [deleting, setDeleting] = useState<StaffNote | null>(null);
  return (
    <>
      <ul className="grid gap-2">
        {notes.map((note) => (
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
      {canEdit && <AddNote add={add} onAdded={onChanged} />}
      <DeleteDialog
        title="Delete note"
        item={deleting}
        nameOf={() => 'This note is for the staff only.'}
        remove={({ id }) => remove(id)}
        failedMessage="The note could not be deleted"
        onDeleted={() => {
          notify('success', 'Note deleted');
          void onChanged();
        }}
        onClose={() => setDeleting(null)}
      >
        {({ text }) => <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      </DeleteDialog>
    </>
  );
}

type AddNoteProps = { add: (text: string) => Promise<unknown>; onAdded: () => Promise<unknown> };

function AddNote({ add, onAdded }: AddNoteProps) {
  const form = useSavedForm({
    defaultValues: { text: '' },
    schema: customerEndpoints.addCustomerNote.body,
    save: ({ text }) => add(text),
    failed: 'The note could not be saved',
    invalidates: [],
    valuesAfter: () => ({ text: '' }),
    onSaved: onAdded,
  });
  return (
    <form noValidate className="mt-2 grid justify-items-end gap-2" onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <TextArea
        label="Write a note"
        labelHidden
        rows={2}
        maxLength={2000}
        placeholder="A note for the staff; the customer never sees it"
        fieldClassName="w-full"
        {...form.field('text')}
      />
      <Button
        type="submit"
        size="sm"
        variant="outline"
        loading={form.isSaving}
        disabled={!form.watch('text').trim()}
      >
        Add note
      </Button>
    </form>
  );
}
