import type { AdminFamily, FamilyChange } from '@reprise/contract/catalog/family-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { countOf } from './use-family-change.ts';

type SplitDialogProps = {
  /** Null while the dialog is closed. */
  family: AdminFamily | null;
  modelKeys: string[];
  onClose: () => void;
  onSplit: (change: FamilyChange) => void;
};

/** Names the new family of the selected configurations, then moves them. */
export function SplitDialog({ family, ...props }: SplitDialogProps) {
  return (
    <Modal open={family !== null} onClose={props.onClose} title="Split off configurations">
      {family && <SplitForm family={family} {...props} />}
    </Modal>
  );
}

function SplitForm({ family, modelKeys, onClose, onSplit }: SplitDialogProps & { family: AdminFamily }) {
  const queries = useQueryClient();
  const first = family.configurations.find(({ modelKey }) => modelKeys.includes(modelKey));
  const [name, setName] = useState(first?.name ?? '');
  const splitting = useMutation({
    mutationFn: () => api.splitFamily({ params: { id: family.id }, body: { modelKeys, name: name.trim() } }),
    onSuccess: ({ change }) => {
      notify('success', 'Family split');
      onSplit(change);
      onClose();
      void queries.invalidateQueries({ queryKey: ['families'] });
    },
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) splitting.mutate();
      }}
      onCancel={onClose}
      submitLabel="Split off"
      submitDisabled={!name.trim()}
      saving={splitting.isPending}
      failure={splitting.isError && messageOf(splitting.error, 'The family could not be split. Try again.')}
    >
      <p className="mb-4 text-ink-muted text-sm">
        {countOf(modelKeys.length, 'configuration')} of “{family.name}” get a page of their own, with their
        products and reviews. You can undo it.
      </p>
      <TextInput
        label="Name of the new family"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </DialogForm>
  );
}
