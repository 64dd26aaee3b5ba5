import {
  type FamilyChange,
  type FamilySummary,
  maxFamiliesPerChange,
} from '@reprise/contract/catalog/family-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { ChoiceGroup, Radio } from '../../../../ui/forms/checkbox.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { countOf } from './use-family-change.ts';

type MergeDialogProps = {
  /** Null while the dialog is closed. */
  families: FamilySummary[] | null;
  onClose: () => void;
  onMerged: (change: FamilyChange, name: string) => void;
};

/** Asks which of the selected families stays, then merges them. */
export function MergeDialog({ families, onClose, onMerged }: MergeDialogProps) {
  return (
    <Modal open={families !== null} onClose={onClose} title="Merge families">
      {families && <MergeForm families={families} onClose={onClose} onMerged={onMerged} />}
    </Modal>
  );
}

function MergeForm({ families, onClose, onMerged }: MergeDialogProps & { families: FamilySummary[] }) {
  const queries = useQueryClient();
  const largest = families.toSorted((a, b) => b.configurationCount - a.configurationCount)[0];
  const [into, setInto] = useState(largest?.id ?? '');
  const isTooMany = families.length > maxFamiliesPerChange;
  const merging = useMutation({
    mutationFn: () => api.mergeFamilies({ body: { families: families.map(({ id }) => id), into } }),
    onSuccess: ({ change }) => {
      notify('success', `${countOf(families.length, 'family', 'families')} merged`);
      void queries.invalidateQueries({ queryKey: ['families'] });
      onMerged(change, families.find(({ id }) => id === into)?.name ?? '');
      onClose();
    },
  });
  const failure = isTooMany
    ? `Select at most ${maxFamiliesPerChange} families.`
    : merging.isError && messageOf(merging.error, 'The families could not be merged. Try again.');
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        merging.mutate();
      }}
      onCancel={onClose}
      submitLabel="Merge families"
      submitDisabled={isTooMany}
      saving={merging.isPending}
      failure={failure}
    >
      <p className="mb-4 text-ink-muted text-sm">
        All configurations, products and reviews move into one family. Addresses of the others lead to it. You
        can undo the merge.
      </p>
      <ChoiceGroup label="Keep">
        {families.map(({ id, name, configurationCount }) => (
          <Radio
            key={id}
            name="into"
            label={name}
            hint={countOf(configurationCount, 'configuration')}
            checked={into === id}
            onChange={() => setInto(id)}
          />
        ))}
      </ChoiceGroup>
    </DialogForm>
  );
}
