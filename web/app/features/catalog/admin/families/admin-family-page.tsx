import { type AdminFamily, type FamilyChange, familyInput } from '@reprise/contract/catalog/family-admin';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../../admin-ui/form-resolver.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ImageFields } from '../images/image-fields.tsx';
import { noUploads } from '../images/use-uploads.ts';
import { SpecificationFields } from '../product-fields.tsx';
import type { Route } from './+types/admin-family-page';
import { ConfigurationFields } from './configuration-fields.tsx';
import { type FamilyValues, valuesOfFamily, wireOfFamily } from './family-values.ts';
import { SplitDialog } from './split-dialog.tsx';
import { UndoLine } from './undo-line.tsx';
import { countOf } from './use-family-change.ts';

export const meta = () => adminMeta('Family');

/** One family: name, images and specifications of all its products, and its configurations. */
export default function AdminFamilyPage({ params: { id } }: Route.ComponentProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['families', 'one', id],
    queryFn: ({ signal }) => api.getFamily({ params: { id } }, { signal }),
  });
  const [split, setSplit] = useState<FamilyChange | null>(null);
  return (
    <>
      <Breadcrumb
        steps={[{ label: 'Families', to: '/admin/families' }, { label: data?.family.name ?? 'Family' }]}
      />
      {error && !data ? (
        <ErrorState title="This family could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
          {messageOf(error)}
        </ErrorState>
      ) : data === undefined ? (
        <div className="mt-4 grid gap-4" role="status" aria-label="Loading">
          <Skeleton className="h-8 w-60" />
          <Skeleton className="h-60" />
        </div>
      ) : (
        <div className="mt-4">
          {split && (
            <UndoLine change={split} onUndone={() => setSplit(null)}>
              {countOf(split.moved, 'configuration')} moved into a new family.
            </UndoLine>
          )}
          {/* Another version or other configurations start a new form. */}
          <FamilyForm
            key={`${data.family.version} ${data.family.configurations.map(({ modelKey }) => modelKey)}`}
            family={data.family}
            onSplit={setSplit}
          />
        </div>
      )}
    </>
  );
}

type FamilyFormProps = { family: AdminFamily; onSplit: (change: FamilyChange) => void };

function FamilyForm({ family, onSplit }: FamilyFormProps) {
  const form = useForm<FamilyValues>({
    defaultValues: valuesOfFamily(family),
    resolver: formResolver(familyInput, (values) => wireOfFamily(values, family)),
  });
  const [uploads, setUploads] = useState(noUploads);
  const [selected, setSelected] = useState<string[]>([]);
  const [isSplitting, setSplitting] = useState(false);
  const { saving, saved } = useSaving(family, form.setError);
  const { errors, isDirty } = form.formState;
  const failure =
    (saving.isError && messageOf(saving.error, 'The family could not be saved. Try again.')) ||
    errors.configurations?.message;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit((values) => saving.mutate(values))}>
        <ScreenHeader title={family.name} isSticky>
          <Button type="submit" loading={saving.isPending} disabled={uploads.isBusy}>
            Save
          </Button>
        </ScreenHeader>
        {failure && <FormFailure>{failure}</FormFailure>}
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
              <TextInput label="Name" required {...form.register('name')} error={errors.name?.message} />
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
      <UnsavedChanges isDirty={() => isDirty && !saved.current} allowsSamePage />
      <SplitDialog
        family={isSplitting ? family : null}
        modelKeys={selected}
        onClose={() => setSplitting(false)}
        onSplit={onSplit}
      />
    </FormProvider>
  );
}

function useSaving(family: AdminFamily, setError: ReturnType<typeof useForm<FamilyValues>>['setError']) {
  const queries = useQueryClient();
  const saved = useRef(false);
  const saving = useMutation({
    mutationFn: (values: FamilyValues) =>
      api.updateFamily({ params: { id: family.id }, body: wireOfFamily(values, family) }),
    onSuccess: () => {
      saved.current = true;
      notify('success', 'Family saved');
      void queries.invalidateQueries({ queryKey: ['families'] });
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, ['name'], setError);
    },
  });
  return { saving, saved };
}
