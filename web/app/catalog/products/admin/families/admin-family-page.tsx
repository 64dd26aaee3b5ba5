import {
  type AdminFamily,
  type FamilyChange,
  familyInput,
} from '@reprise/contract/catalog/products/family-admin';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { useDialogParam } from '../../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../../api/browser-api.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { PageSkeleton } from '../../../../ui/skeleton.tsx';
import { ImageFields } from '../images/image-fields.tsx';
import { noUploads } from '../images/use-uploads.ts';
import { SpecificationFields } from '../product-fields.tsx';
import type { Route } from './+types/admin-family-page';
import { CarrierChange } from './carrier-change.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { ConfigurationFields } from './configuration-fields.tsx';
import { valuesOfFamily, wireOfFamily } from './family-values.ts';
import { SizeDialog } from './size-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { UndoLine } from './undo-line.tsx';
import { countOf } from './use-family-change.ts';

export const meta = () => adminMeta('Family');

/** One family: name, images and specifications of all its products, and its configurations. */
export default function AdminFamilyPage({ params: { id } }: Route.ComponentProps) {
  const family = useQuery({
    queryKey: ['families', 'one', id],
    queryFn: ({ signal }) => api.getFamily({ params: { id } }, { signal }),
  });
  const [split, setSplit] = useState<FamilyChange | null>(null);
  return (
    <>
      <Breadcrumb
        steps={[
          { label: 'Families', to: '/admin/families' },
          { label: family.data?.family.name ?? 'Family' },
        ]}
      />
      <Loaded query={family} failed="This family could not be loaded" loading={<PageSkeleton />}>
        {({ family }) => (
          <div className="mt-4">
            {split && (
              <UndoLine change={split} onUndone={() => setSplit(null)}>
                {countOf(split.moved, 'configuration')} moved into a new family.
              </UndoLine>
            )}
            {/* Another version or other configurations start a new form. */}
            <FamilyForm
              key={`${family.version} ${family.configurations.map(({ modelKey }) => modelKey)}`}
              family={family}
              onSplit={setSplit}
            />
            <ConfigurationDialogs configurations={family.configurations} />
          </div>
        )}
      </Loaded>
    </>
  );
}

type FamilyFormProps = { family: AdminFamily; onSplit: (change: FamilyChange) => void };

function FamilyForm({ family, onSplit }: FamilyFormProps) {
  const [uploads, setUploads] = useState(noUploads);
  const [selected, setSelected] = useState<string[]>([]);
  const [isSplitting, setSplitting] = useState(false);
  const form = useSavedForm({
    defaultValues: valuesOfFamily(family),
    schema: familyInput,
    bodyOf: (values) => wireOfFamily(values, family),
    save: (body) => api.updateFamily({ params: { id: family.id }, body }),
    done: 'Family saved',
    failed: 'The family could not be saved. Try again.',
    invalidates: [['families'], ['units']],
  });
  const failure = form.failure || form.formState.errors.configurations?.message;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.submit}>
        <ScreenHeader title={family.name} isSticky>
          <Button type="submit" loading={form.isSaving} disabled={uploads.isBusy}>
            Save
          </Button>
        </ScreenHeader>
        {failure && <FormFailure>{failure}</FormFailure>}
        <CarrierChange family={family} />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card
            title="Configurations"
            action={
              <Button
                variant="outline"
                size="sm"
                disabled={selected.length === 0 || selected.length === family.configurations.length}
                onClick={() => setSplitting(true)}
              >
                Split off
              </Button>
            }
          >
            <ConfigurationFields
              offersOf={(modelKey) =>
                family.configurations.find((row) => row.modelKey === modelKey)?.offers ?? []
              }
              selected={selected}
              onSelect={setSelected}
            />
          </Card>
          <div className="grid gap-4">
            <Card title="Family">
              <TextInput label="Name" required {...form.field('name')} />
              <p className="mt-3 text-ink-muted text-sm">
                {[family.brand, family.category, countOf(family.offerCount, 'product')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </Card>
            <Card title="For all its products">
              <p className="mb-4 text-ink-muted text-sm">
                Saving writes these to {countOf(family.offerCount, 'product')}, and to each that is added
                later.
              </p>
              <div className="grid gap-5">
                <SpecificationFields />
                <ImageFields onUploads={setUploads} isShared />
              </div>
            </Card>
          </div>
        </div>
      </form>
      <UnsavedChanges isDirty={form.isUnsaved} allowsSamePage />
      {isSplitting && (
        <SplitDialog
          family={family}
          modelKeys={selected}
          onClose={() => setSplitting(false)}
          onSplit={onSplit}
        />
      )}
    </FormProvider>
  );
}

/** Dialogs of what is stored of single configurations, outside the form of the family. */
function ConfigurationDialogs({ configurations }: Pick<AdminFamily, 'configurations'>) {
  const codes = useDialogParam('codes');
  const size = useDialogParam('size');
  const rowOf = (key: string | null) => configurations.find(({ modelKey }) => modelKey === key);
  const [codesRow, sizeRow] = [rowOf(codes.value), rowOf(size.value)];
  return (
    <>
      {codesRow && <CodesDialog {...codesRow} onClose={codes.close} />}
      {sizeRow && <SizeDialog {...sizeRow} onClose={size.close} />}
    </>
  );
}
