import {
  type ColumnAssignment,
  type ImportColumn,
  ignoredColumn,
  importColumns,
  type UnknownColumn,
} from '@reprise/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

export const columnLabels: Record<ImportColumn, string> = {
  sku: 'SKU',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  originalPrice: 'Original price',
  condition: 'Condition',
  origin: 'Origin',
  stockCount: 'Stock',
  stockBase: 'Stock when exported',
  description: 'Description',
  images: 'Images',
  imageAlts: 'Image descriptions',
  features: 'Features',
  specifications: 'Specifications',
  warrantyDuration: 'Warranty duration',
  warrantyType: 'Warranty type',
  warrantyDescription: 'Warranty description',
  batteryHealth: 'Battery health',
  modelKey: 'Model key',
  family: 'Family',
  seoTitle: 'Search title',
  seoDescription: 'Search description',
  featured: 'Featured',
  draft: 'Draft',
  formerSlug: 'Address in another shop',
};

type Choice = ColumnAssignment['column'] | '';

type ColumnsDialogProps = {
  columns: UnknownColumn[];
  /** Sends the file again, which is read with the assigned columns. */
  onAssigned: () => void;
  onClose: () => void;
};

/** Asks what the unknown columns of a file are; the shop remembers it for later files. */
export function ColumnsDialog({ columns, onAssigned, onClose }: ColumnsDialogProps) {
  const queries = useQueryClient();
  const [choices, setChoices] = useState<Choice[]>(() => columns.map(() => ''));
  const isComplete = choices.every((choice) => choice !== '');
  const saving = useMutation({
    mutationFn: () =>
      api.assignColumns({
        body: {
          columns: columns.map(({ name }, index) => ({ name, column: choices[index] || ignoredColumn })),
        },
      }),
    onSuccess: (answer) => {
      queries.setQueryData(['import-columns'], answer);
      onAssigned();
    },
  });
  return (
    <Modal open onClose={onClose} title="What are these columns?">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) saving.mutate();
        }}
        onCancel={onClose}
        submitLabel="Remember and check the file"
        submitDisabled={!isComplete}
        saving={saving.isPending}
        failure={saving.isError && messageOf(saving.error, noResponse('safe'))}
      >
        <p className="mb-4 text-ink-muted text-sm">
          The shop does not know {columns.length === 1 ? 'this column' : 'these columns'} of your file. It
          remembers your choice for later files.
        </p>
        <ul className="grid gap-4">
          {columns.map(({ name, samples }, index) => (
            <li key={name}>
              <ColumnChoice
                name={name}
                samples={samples}
                value={choices[index] ?? ''}
                onChange={(choice) => setChoices(choices.with(index, choice))}
              />
            </li>
          ))}
        </ul>
      </DialogForm>
    </Modal>
  );
}

type ColumnChoiceProps = UnknownColumn & { value: Choice; onChange: (choice: Choice) => void };

function ColumnChoice({ name, samples, value, onChange }: ColumnChoiceProps) {
  return (
    <Select
      label={name}
      hint={samples.length > 0 ? `In the file: ${samples.join(', ')}` : 'Empty in the first rows.'}
      value={value}
      onChange={(event) => onChange(event.target.value as Choice)}
    >
      <option value="" disabled>
        Choose
      </option>
      <option value={ignoredColumn}>Ignore it</option>
      {importColumns.map((column) => (
        <option key={column} value={column}>
          {columnLabels[column]}
        </option>
      ))}
    </Select>
  );
}

/** Line about the remembered columns with the way to forget them. */
export function RememberedColumns({
  columns,
  onForget,
}: {
  columns: ColumnAssignment[];
  onForget: () => void;
}) {
  if (columns.length === 0) return null;
  const texts = columns.map(({ name, column }) =>
    column === ignoredColumn ? `“${name}” is ignored` : `“${name}” is ${columnLabels[column]}`,
  );
  return (
    <p className="wrap-anywhere mt-3 text-ink-muted text-sm">
      Remembered from your files: {texts.join(', ')}.{' '}
      <button type="button" className="text-link" onClick={onForget}>
        Forget
      </button>
    </p>
  );
}
