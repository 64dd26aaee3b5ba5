import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { otherShopLabels } from '@reprise/contract/foundations/checked-import';
import {
  type ExportPreset,
  type PresetShop,
  presetColumns,
  shopExportEndpoints,
} from '@reprise/contract/moving-in/shop-export';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Plus, Trash2 } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { columnLabels } from './columns-dialog.tsx';

/** Says that exports of other shops are read as they come, with the way to change how. */
export function ExportPresets() {
  const [editing, setEditing] = useState<ExportPreset | null>(null);
  const { data } = useQuery({
    queryKey: ['export-presets'],
    queryFn: ({ signal }) => api.listExportPresets({}, { signal }),
  });
  if (!data) return null;
  return (
    <div className="mt-4 border-line border-t pt-4 text-sm">
      <p>
        Product exports of Shopify and WooCommerce are read as they come, with their variants, images and
        addresses.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {data.presets.map((preset) => (
          <Button key={preset.shop} variant="outline" size="sm" onClick={() => setEditing(preset)}>
            {titleOf(preset.shop)}
          </Button>
        ))}
      </div>
      {editing && <PresetDialog key={editing.shop} preset={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

const titleOf = (shop: PresetShop) =>
  shop === 'own' ? 'Answers about other files' : `How ${otherShopLabels[shop]} is read`;

function PresetDialog({
  preset: { shop, ...preset },
  onClose,
}: {
  preset: ExportPreset;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [isResetting, setResetting] = useState(false);
  const params = { shop };
  const finish = async () => {
    await queries.invalidateQueries({ queryKey: ['export-presets'] });
    notify(
      'success',
      shop === 'own'
        ? 'Answers saved.'
        : `Exports of ${otherShopLabels[shop]} are read this way from now on.`,
    );
    onClose();
  };
  const form = useSavedForm({
    defaultValues: {
      ...preset,
      conditionOptions: preset.conditionOptions.join(', '),
      missingStock: preset.missingStock === null ? '' : String(preset.missingStock),
    },
    schema: shopExportEndpoints.saveExportPreset.body,
    bodyOf: (values) => ({
      ...values,
      conditionOptions: namesIn(values.conditionOptions),
      missingStock: values.missingStock.trim() === '' ? null : Number(values.missingStock),
    }),
    save: (body) => api.saveExportPreset({ params, body }),
    invalidates: [],
    onSaved: finish,
  });
  const resetting = useMutation({
    mutationFn: () => api.resetExportPreset({ params }),
    onSuccess: finish,
  });
  return (
    <FormDialog
      form={form}
      title={titleOf(shop)}
      size="xl"
      onClose={onClose}
      submitLabel="Save"
      failure={
        form.failure ?? (resetting.isError ? messageOf(resetting.error, noResponse('safe')) : undefined)
      }
      aside={
        <Button
          variant="outline"
          loading={resetting.isPending}
          onClick={() => (isResetting ? resetting.mutate() : setResetting(true))}
        >
          {isResetting ? 'Forget all changes?' : 'As delivered'}
        </Button>
      }
    >
      <PresetFields shop={shop} form={form} />
    </FormDialog>
  );
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

type PresetForm = CheckedForm<
  Omit<ExportPreset, 'shop' | 'conditionOptions' | 'missingStock'> & {
    conditionOptions: string;
    missingStock: string;
  }
>;

function PresetFields({ shop, form }: { shop: PresetShop; form: PresetForm }) {
  const conditions = form.choice('conditions');
  const categories = form.choice('categories');
  return (
    <>
      {shop !== 'own' && (
        <Checkbox
          label="Copy images into this shop"
          hint="In the background, after the import. Otherwise they stay on the other server and are missing once it is gone."
          {...form.field('copyImages')}
        />
      )}
      <div className="my-5 grid gap-4 sm:grid-cols-2">
        <TextInput label="Brand of products without one" maxLength={100} {...form.field('defaultBrand')} />
        <TextInput
          label="Stock of products without a count"
          hint="Blank to be asked"
          inputMode="numeric"
          maxLength={7}
          {...form.field('missingStock')}
        />
        {shop !== 'own' && (
          <TextInput
            label="Options that are the condition"
            hint="Names, separated by commas"
            {...form.field('conditionOptions')}
          />
        )}
      </div>
      {shop !== 'own' && <ColumnRows form={form} />}
      <KnownValues
        title="Conditions"
        values={conditions.value.map(({ value, condition }) => ({
          value,
          meaning: condition === null ? 'left out' : conditionLabels[condition],
        }))}
        onRemove={(index) => conditions.onChange(conditions.value.toSpliced(index, 1))}
      />
      <KnownCategories
        categories={categories.value}
        onRemove={(index) => categories.onChange(categories.value.toSpliced(index, 1))}
      />
    </>
  );
}

function ColumnRows({ form }: { form: PresetForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'columns' });
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Columns</legend>
      <p className="mb-3 text-ink-muted text-sm">
        If two fill the same field, the first that is not blank does. Variants, images and whether a product
        is published need no column here.
      </p>
      <ul className="grid gap-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
            <TextInput
              label={`Column ${index + 1} of the export`}
              labelHidden
              {...form.register(`columns.${index}.name`)}
            />
            <Select
              label={`Field of column ${index + 1}`}
              labelHidden
              options={presetColumns.map((column) => [column, columnLabels[column]])}
              {...form.register(`columns.${index}.column`)}
            />
            <IconButton
              label={`Remove ${form.watch(`columns.${index}.name`) || `column ${index + 1}`}`}
              onClick={() => remove(index)}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <FieldError error={form.formState.errors.columns?.message} />
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => append({ name: '', column: 'description' }, { shouldFocus: false })}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add a column
      </Button>
    </fieldset>
  );
}

function KnownCategories({
  categories,
  onRemove,
}: {
  categories: ExportPreset['categories'];
  onRemove: (index: number) => void;
}) {
  const { data } = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const nameOf = (id: string) => data?.find((category) => category.id === id)?.name ?? 'a deleted category';
  return (
    <KnownValues
      title="Categories"
      values={categories.map(({ value, categoryId }) => ({
        value,
        meaning: categoryId === null ? 'left out' : nameOf(categoryId),
      }))}
      onRemove={onRemove}
    />
  );
}

type KnownValuesProps = {
  title: string;
  values: { value: string; meaning: string }[];
  onRemove: (index: number) => void;
};

/** Known values and their meanings; after removing one, the next file with it asks again. */
function KnownValues({ title, values, onRemove }: KnownValuesProps) {
  return (
    <fieldset className="mt-6">
      <legend className="mb-2 font-medium">{title}</legend>
      {values.length === 0 && (
        <p className="text-ink-muted text-sm">Found by their names. Others are asked about.</p>
      )}
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {values.map(({ value, meaning }, index) => (
          <li key={value} className="flex items-center justify-between gap-2 text-sm">
            <span className="wrap-anywhere min-w-0">
              {value || 'None named'} <span className="text-ink-muted">is {meaning}</span>
            </span>
            <IconButton label={`Forget ${value || 'none named'}`} size="sm" onClick={() => onRemove(index)}>
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
