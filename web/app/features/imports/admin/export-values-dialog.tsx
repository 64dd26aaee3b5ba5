import { type Condition, conditionLabels, conditions } from '@reprise/contract/catalog/conditions';
import type { Category } from '@reprise/contract/catalog/product';
import {
  type ExportPreset,
  otherShopLabels,
  type UnknownValues,
} from '@reprise/contract/catalog/shop-export';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** `add`: a new category of that name. `leave out`: products with the value are not imported. */
type Choice = '' | 'add' | 'leave out' | string;

type ExportValuesDialogProps = {
  unknown: UnknownValues;
  /** Sends the file again, which is read with the answers. */
  onAnswered: () => void;
  onClose: () => void;
};

/** Asks what conditions and categories of another shop are here; the shop remembers it for later files. */
export function ExportValuesDialog({ unknown, onAnswered, onClose }: ExportValuesDialogProps) {
  const { shop } = unknown;
  const presets = useQuery({
    queryKey: ['export-presets'],
    queryFn: ({ signal }) => api.listExportPresets({}, { signal }),
    select: ({ presets }) => presets.find((preset) => preset.shop === shop),
  });
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const failed = [presets, categories].find(({ isError, data }) => isError && data === undefined);
  return (
    <Modal open onClose={onClose} title="What are these in your shop?" size="lg">
      {failed ? (
        <ErrorState
          title="The answers of before could not be loaded"
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching}
        >
          {messageOf(failed.error)}
        </ErrorState>
      ) : presets.data && categories.data ? (
        <ValuesForm
          unknown={unknown}
          preset={presets.data}
          categories={categories.data}
          onAnswered={onAnswered}
          onClose={onClose}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Modal>
  );
}

type ValuesFormProps = ExportValuesDialogProps & { preset: ExportPreset; categories: Category[] };

function ValuesForm({ unknown, preset, categories, onAnswered, onClose }: ValuesFormProps) {
  const queries = useQueryClient();
  const [conditionChoices, setConditions] = useState<Choice[]>(() => unknown.conditions.map(() => ''));
  const [categoryChoices, setCategories] = useState<Choice[]>(() => unknown.categories.map(() => ''));
  const isComplete = [...conditionChoices, ...categoryChoices].every((choice) => choice !== '');
  const saving = useMutation({
    mutationFn: () =>
      saveAnswers(preset, unknown, { conditions: conditionChoices, categories: categoryChoices }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['export-presets'] }),
        queries.invalidateQueries({ queryKey: ['categories'] }),
      ]),
    onSuccess: onAnswered,
  });
  return (
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
        This is an export of {otherShopLabels[unknown.shop]}. The shop remembers your choices for later files.
      </p>
      {unknown.conditions.length > 0 && (
        <fieldset className="mb-6 grid gap-4">
          <legend className="mb-3 font-medium">Conditions</legend>
          {unknown.conditions.map(({ value, rows }, index) => (
            <ValueSelect
              key={value}
              label={value || 'No condition named'}
              rows={rows}
              value={conditionChoices[index] ?? ''}
              onChange={(choice) => setConditions(conditionChoices.with(index, choice))}
            >
              {conditions.map((condition) => (
                <option key={condition} value={condition}>
                  {conditionLabels[condition]}
                </option>
              ))}
            </ValueSelect>
          ))}
        </fieldset>
      )}
      {unknown.categories.length > 0 && (
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-medium">Categories</legend>
          {unknown.categories.map(({ value, rows }, index) => (
            <ValueSelect
              key={value}
              label={value || 'No category named'}
              rows={rows}
              value={categoryChoices[index] ?? ''}
              onChange={(choice) => setCategories(categoryChoices.with(index, choice))}
            >
              {value !== '' && <option value="add">Add “{lastPart(value)}” as a category</option>}
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </ValueSelect>
          ))}
        </fieldset>
      )}
    </DialogForm>
  );
}

type Choices = { conditions: Choice[]; categories: Choice[] };

/** Adds the new categories, then the answers to the preset. */
async function saveAnswers({ shop, ...preset }: ExportPreset, unknown: UnknownValues, choices: Choices) {
  // Read again, because a save that failed may have added some.
  const known = new Map((await api.listCategories()).map(({ id, name }) => [name.toLowerCase(), id]));
  const conditionAnswers = unknown.conditions.map(({ value }, index) => {
    const choice = choices.conditions[index];
    return { value, condition: isConditionName(choice) ? choice : null };
  });
  const categoryAnswers: ExportPreset['categories'] = [];
  for (const [index, { value }] of unknown.categories.entries()) {
    const choice = choices.categories[index] ?? '';
    const categoryId = choice === 'add' ? await addCategory(value, known) : choice;
    categoryAnswers.push({ value, categoryId: categoryId === 'leave out' ? null : categoryId });
  }
  return api.saveExportPreset({
    params: { shop },
    body: {
      ...preset,
      conditions: [...withoutValues(preset.conditions, conditionAnswers), ...conditionAnswers],
      categories: [...withoutValues(preset.categories, categoryAnswers), ...categoryAnswers],
    },
  });
}

const isConditionName = (choice: Choice | undefined): choice is Condition =>
  conditions.some((condition) => condition === choice);

const withoutValues = <Known extends { value: string }>(known: Known[], answers: { value: string }[]) =>
  known.filter(({ value }) => !answers.some((answer) => answer.value.toLowerCase() === value.toLowerCase()));

/** Exports write the path of a category, such as "Electronics > Phones". */
const lastPart = (path: string) => path.split(' > ').at(-1) ?? path;

async function addCategory(path: string, known: Map<string, string>): Promise<string> {
  const name = lastPart(path);
  const existing = known.get(name.toLowerCase());
  if (existing) return existing;
  const { category } = await api.createCategory({ body: { name, description: name } });
  known.set(name.toLowerCase(), category.id);
  return category.id;
}

type ValueSelectProps = {
  label: string;
  rows: number;
  value: Choice;
  onChange: (choice: Choice) => void;
  children: ReactNode;
};

function ValueSelect({ label, rows, value, onChange, children }: ValueSelectProps) {
  return (
    <Select
      label={label}
      hint={rows === 1 ? 'One row of the file' : `${formatCount(rows)} rows of the file`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        Choose
      </option>
      {children}
      <option value="leave out">Leave these products out</option>
    </Select>
  );
}
