import { conditionLabels } from '@reprise/contract/catalog/conditions';
import {
  type ExportPreset,
  otherShopLabels,
  type PresetColumn,
  presetColumns,
} from '@reprise/contract/catalog/shop-export';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Plus, Trash2 } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
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
            How {otherShopLabels[preset.shop]} is read
          </Button>
        ))}
      </div>
      {editing && <PresetDialog key={editing.shop} preset={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

function PresetDialog({ preset, onClose }: { preset: ExportPreset; onClose: () => void }) {
  const queries = useQueryClient();
  const [edited, setEdited] = useState(preset);
  const [options, setOptions] = useState(preset.conditionOptions.join(', '));
  const [isResetting, setResetting] = useState(false);
  const change = (part: Partial<ExportPreset>) => setEdited({ ...edited, ...part });
  const params = { shop: preset.shop };
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: ['export-presets'] });
    notify('success', `Exports of ${otherShopLabels[preset.shop]} are read this way from now on.`);
    onClose();
  };
  const saving = useMutation({
    mutationFn: () => {
      const { shop: _, ...body } = edited;
      return api.saveExportPreset({ params, body: { ...body, conditionOptions: namesIn(options) } });
    },
    onSuccess,
  });
  const resetting = useMutation({ mutationFn: () => api.resetExportPreset({ params }), onSuccess });
  const failed = [saving, resetting].find(({ isError }) => isError);
  const { columns, conditions, categories } = edited;
  return (
    <Modal open onClose={onClose} title={`How ${otherShopLabels[preset.shop]} is read`} size="xl">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
        onCancel={onClose}
        submitLabel="Save"
        saving={saving.isPending}
        failure={failed && messageOf(failed.error, noResponse('safe'))}
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
        <Checkbox
          label="Copy images into this shop"
          hint="In the background, after the import. Otherwise they stay on the other server and are missing once it is gone."
          checked={edited.copyImages}
          onChange={(event) => change({ copyImages: event.target.checked })}
        />
        <div className="my-5 grid gap-4 sm:grid-cols-2">
          <TextInput
            label="Brand of products without one"
            value={edited.defaultBrand}
            maxLength={100}
            onChange={(event) => change({ defaultBrand: event.target.value })}
          />
          <TextInput
            label="Options that are the condition"
            hint="Names, separated by commas"
            value={options}
            onChange={(event) => setOptions(event.target.value)}
          />
        </div>
        <ColumnRows columns={columns} onChange={(changed) => change({ columns: changed })} />
        <KnownValues
          title="Conditions"
          values={conditions.map(({ value, condition }) => ({
            value,
            meaning: condition === null ? 'left out' : conditionLabels[condition],
          }))}
          onRemove={(index) => change({ conditions: conditions.toSpliced(index, 1) })}
        />
        <KnownCategories
          categories={categories}
          onRemove={(index) => change({ categories: categories.toSpliced(index, 1) })}
        />
      </DialogForm>
    </Modal>
  );
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

type ColumnRowsProps = {
  columns: ExportPreset['columns'];
  onChange: (columns: ExportPreset['columns']) => void;
};

function ColumnRows({ columns, onChange }: ColumnRowsProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Columns</legend>
      <p className="mb-3 text-ink-muted text-sm">
        If two fill the same field, the first that is not blank does. Variants, images and whether a product
        is published need no column here.
      </p>
      <ul className="grid gap-2">
        {columns.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and names repeat
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
            <TextInput
              label={`Column ${index + 1} of the export`}
              labelHidden
              value={row.name}
              onChange={(event) => onChange(columns.with(index, { ...row, name: event.target.value }))}
            />
            <Select
              label={`Field of column ${index + 1}`}
              labelHidden
              value={row.column}
              onChange={(event) =>
                onChange(columns.with(index, { ...row, column: event.target.value as PresetColumn }))
              }
            >
              {presetColumns.map((column) => (
                <option key={column} value={column}>
                  {columnLabels[column]}
                </option>
              ))}
            </Select>
            <IconButton
              label={`Remove ${row.name || `column ${index + 1}`}`}
              onClick={() => onChange(columns.toSpliced(index, 1))}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => onChange([...columns, { name: '', column: 'description' }])}
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
