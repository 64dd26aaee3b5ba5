import { productColumns } from '@reprise/contract/catalog/products/product-fields';
import { recordOf } from '@reprise/contract/catalog/products/record-of';
import {
  type ColumnAssignment,
  ignoredColumn,
  importColumns,
  importEndpoints,
  type UnknownColumn,
} from '@reprise/contract/moving-in/imports';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { Select } from '../../../ui/forms/select.tsx';

export const columnLabels = recordOf(importColumns, (column) => productColumns[column].label);

type ColumnsDialogProps = {
  columns: UnknownColumn[];
  /** Sends the file again, which is read with the assigned columns. */
  onAssigned: () => void;
  onClose: () => void;
};

/** Asks what the unknown columns of a file are; the shop remembers it for later files. */
export function ColumnsDialog({ columns, onAssigned, onClose }: ColumnsDialogProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    defaultValues: { columns: columns.map(() => '') },
    schema: importEndpoints.assignColumns.body,
    bodyOf: (values) => ({
      columns: columns.map(({ name }, index) => ({ name, column: values.columns[index] })),
    }),
    save: (body) => api.assignColumns({ body }),
    invalidates: [],
    onSaved: (answer) => {
      queries.setQueryData(['import-columns'], answer);
      onAssigned();
    },
  });
  return (
    <FormDialog
      form={form}
      title="What are these columns?"
      onClose={onClose}
      submitLabel="Remember and check the file"
      submitDisabled={form.watch('columns').includes('')}
    >
      <p className="mb-4 text-ink-muted text-sm">
        The shop does not know {columns.length === 1 ? 'this column' : 'these columns'} of your file. It
        remembers your choice for later files.
      </p>
      <ul className="grid gap-4">
        {columns.map(({ name, samples }, index) => (
          <li key={name}>
            <Select
              label={name}
              hint={samples.length > 0 ? `In the file: ${samples.join(', ')}` : 'Empty in the first rows.'}
              options={{ [ignoredColumn]: 'Ignore it', ...columnLabels }}
              {...form.field(`columns.${index}`)}
            >
              <option value="" disabled>
                Choose
              </option>
            </Select>
          </li>
        ))}
      </ul>
    </FormDialog>
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
