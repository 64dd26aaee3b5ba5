import {
  type FamilyChange,
  type FamilySummary,
  familyAdminEndpoints,
  maxFamiliesPerChange,
} from '@reprise/contract/catalog/products/family-admin';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { ChoiceGroup, Radio } from '../../../../ui/forms/checkbox.tsx';
import { countOf } from './use-family-change.ts';

type MergeDialogProps = {
  families: FamilySummary[];
  onClose: () => void;
  onMerged: (change: FamilyChange, name: string) => void;
};

/** Asks which of the selected families stays, then merges them. */
export function MergeDialog({ families, onClose, onMerged }: MergeDialogProps) {
  const largest = families.toSorted((a, b) => b.configurationCount - a.configurationCount)[0];
  const isTooMany = families.length > maxFamiliesPerChange;
  const form = useSavedForm({
    defaultValues: { into: largest?.id ?? '' },
    schema: familyAdminEndpoints.mergeFamilies.body,
    bodyOf: ({ into }) => ({ families: families.map(({ id }) => id), into }),
    save: (body) => api.mergeFamilies({ body }),
    done: `${countOf(families.length, 'family', 'families')} merged`,
    failed: 'The families could not be merged. Try again.',
    invalidates: [['families']],
    onSaved: ({ change }, { into }) => {
      onMerged(change, families.find(({ id }) => id === into)?.name ?? '');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Merge families"
      onClose={onClose}
      submitLabel="Merge families"
      submitDisabled={isTooMany}
      {...(isTooMany && { failure: `Select at most ${maxFamiliesPerChange} families.` })}
    >
      <p className="mb-4 text-ink-muted text-sm">
        All configurations, products and reviews move into one family. Addresses of the others lead to it. You
        can undo the merge.
      </p>
      <ChoiceGroup label="Keep">
        {families.map(({ id, name, configurationCount }) => (
          <Radio
            key={id}
            label={name}
            hint={countOf(configurationCount, 'configuration')}
            value={id}
            {...form.field('into')}
          />
        ))}
      </ChoiceGroup>
    </FormDialog>
  );
}
