import {
  type AdminFamily,
  type FamilyChange,
  familyAdminEndpoints,
} from '@reprise/contract/catalog/products/family-admin';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { countOf } from './use-family-change.ts';

type SplitDialogProps = {
  family: AdminFamily;
  modelKeys: string[];
  onClose: () => void;
  onSplit: (change: FamilyChange) => void;
};

/** Names the new family of the selected configurations, then moves them. */
export function SplitDialog({ family, modelKeys, onClose, onSplit }: SplitDialogProps) {
  const first = family.configurations.find(({ modelKey }) => modelKeys.includes(modelKey));
  const form = useSavedForm({
    defaultValues: { name: first?.name ?? '' },
    schema: familyAdminEndpoints.splitFamily.body,
    bodyOf: ({ name }) => ({ modelKeys, name }),
    save: (body) => api.splitFamily({ params: { id: family.id }, body }),
    done: 'Family split',
    failed: 'The family could not be split. Try again.',
    invalidates: [['families']],
    onSaved: ({ change }) => {
      onSplit(change);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Split off configurations"
      onClose={onClose}
      submitLabel="Split off"
      submitDisabled={!form.watch('name').trim()}
    >
      <p className="mb-4 text-ink-muted text-sm">
        {countOf(modelKeys.length, 'configuration')} of “{family.name}” get a page of their own, with their
        products and reviews. You can undo it.
      </p>
      <TextInput label="Name of the new family" required maxLength={200} {...form.field('name')} />
    </FormDialog>
  );
}
