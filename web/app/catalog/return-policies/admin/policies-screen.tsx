import { type ReturnPolicies, returnPoliciesInput } from '@reprise/contract/catalog/return-policies';
import { readWhole } from '@reprise/contract/typed-number';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Link } from 'react-router';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';

type Terms = { changeOfMind: boolean; labelBy: 'store' | 'customer'; restockingPercent: string };
type Values = { general: Terms; categories: (Terms & { categoryId: string; days: string })[] };

type Answer = { policies: ReturnPolicies; version: number };
type Choices = [id: string, name: string][];

/** Return policies, in general and by category. */
export default function PoliciesScreen() {
  const policies = useQuery({
    queryKey: ['return-policies'],
    queryFn: async ({ signal }) => {
      const answer = await api.getReturnPolicies({}, { signal });
      const categories = await api.listCategories({}, { signal });
      return { answer, categories: categories.map(({ id, name }): Choices[number] => [id, name]) };
    },
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'Returns' }]} />
      <ScreenHeader title="Returns" />
      <Loaded query={policies} failed="The policies could not be loaded" look="framed" skeleton="h-96">
        {({ answer, categories }) => <PoliciesForm answer={answer} choices={categories} />}
      </Loaded>
    </div>
  );
}

const valuesOf = ({ general, categories }: ReturnPolicies): Values => ({
  general: valuesOfTerms(general),
  categories: categories.map((row) => ({
    ...valuesOfTerms(row),
    categoryId: row.categoryId,
    days: String(row.days),
  })),
});

const valuesOfTerms = ({ changeOfMind, labelBy, restockingPercent }: ReturnPolicies['general']): Terms => ({
  changeOfMind,
  labelBy,
  restockingPercent: String(restockingPercent),
});

const wireOfTerms = <T extends Terms>(terms: T) => ({
  ...terms,
  restockingPercent: readWhole(terms.restockingPercent) ?? null,
});

function PoliciesForm({ answer, choices }: { answer: Answer; choices: Choices }) {
  const version = useRef(answer.version);
  const form = useSavedForm({
    defaultValues: valuesOf(answer.policies),
    schema: returnPoliciesInput,
    bodyOf: ({ general, categories }: Values) => ({
      version: version.current,
      general: wireOfTerms(general),
      categories: categories.map((row) => ({ ...wireOfTerms(row), days: readWhole(row.days) ?? null })),
    }),
    save: (body) => api.updateReturnPolicies({ body }),
    done: 'Return policies saved',
    failed: 'The policies were not saved. Try again in a moment.',
    invalidates: [['settings']],
    valuesAfter: ({ policies }) => valuesOf(policies),
    onSaved: (saved) => {
      version.current = saved.version;
    },
  });
  const rows = useFieldArray({ control: form.control, name: 'categories' });
  const unused = choices.filter(([id]) => form.watch('categories').every((row) => row.categoryId !== id));
  const addRow = () => {
    const categoryId = unused[0]?.[0];
    if (categoryId)
      rows.append({ ...form.getValues('general'), categoryId, days: String(answer.policies.general.days) });
  };
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-8">
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-semibold text-base">In general</legend>
        <p className="text-ink-muted text-sm sm:col-span-2">
          Within {answer.policies.general.days} days of delivery:{' '}
          <Link to="/admin/settings?tab=general&field=returnDays" className="text-link">
            change the days
          </Link>
          . Product pages, the page about returns and search engines state what you save here. Defects are
          taken back under the warranty, at your cost.
        </p>
        <TermFields form={form} name="general" />
      </fieldset>
      {rows.fields.map((row, index) => (
        <fieldset key={row.id} className="grid gap-4 border-line border-t pt-5 sm:grid-cols-2">
          <legend className="sr-only">Exception {index + 1}</legend>
          <Select
            label="Category"
            options={choices.filter(
              ([id]) =>
                id === form.watch(`categories.${index}.categoryId`) || unused.some(([free]) => free === id),
            )}
            {...form.field(`categories.${index}.categoryId`)}
          />
          <WholeNumberInput label="Returns (days)" {...form.field(`categories.${index}.days`)} />
          <TermFields form={form} name={`categories.${index}`} />
          <div className="sm:col-span-2">
            <Button variant="ghost" size="sm" onClick={() => rows.remove(index)}>
              Remove this exception
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button variant="outline" size="sm" disabled={unused.length === 0} onClick={addRow}>
          Add a category with other terms
        </Button>
        {form.formState.errors.categories?.message && (
          <p className="mt-2 text-bad text-sm">{form.formState.errors.categories.message}</p>
        )}
      </div>
      <div>
        {form.failure && <FormFailure>{form.failure}</FormFailure>}
        <Button type="submit" loading={form.isSaving}>
          Save Changes
        </Button>
      </div>
      <UnsavedChanges isDirty={form.isUnsaved} />
    </form>
  );
}

type TermFieldsProps = { form: CheckedForm<Values>; name: 'general' | `categories.${number}` };

function TermFields({ form: { field, watch }, name }: TermFieldsProps) {
  const allowsChange = watch(`${name}.changeOfMind`);
  return (
    <>
      <Checkbox
        className="sm:col-span-2"
        label="Taken back for any reason"
        hint="When off, only defects are. Some laws let buyers withdraw all the same."
        {...field(`${name}.changeOfMind`)}
      />
      {allowsChange && (
        <>
          <Select
            label="Way back paid by"
            options={{ customer: 'The customer', store: 'The store' }}
            {...field(`${name}.labelBy`)}
          />
          <WholeNumberInput
            label="Share retained (%)"
            hint="Of the price, up to 50."
            {...field(`${name}.restockingPercent`)}
          />
        </>
      )}
    </>
  );
}
