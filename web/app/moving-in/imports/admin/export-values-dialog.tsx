import { type Condition, conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import type { Category } from '@reprise/contract/catalog/products/product';
import { otherShopLabels } from '@reprise/contract/foundations/checked-import';
import type { ExportPreset, UnknownValues } from '@reprise/contract/moving-in/shop-export';
import type { ComponentProps } from 'react';
import { z } from 'zod';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { LoadedDialog } from '../../../admin-ui/forms/loaded-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type ExportValuesDialogProps = {
  unknown: UnknownValues;
  /** Sends the file again, which is read with the answers. */
  onAnswered: () => void;
  onClose: () => void;
};

/** Asks what a file leaves open about its products; the shop remembers it for later files. */
export function ExportValuesDialog({ unknown, onAnswered, onClose }: ExportValuesDialogProps) {
  const { shop } = unknown;
  return (
    <LoadedDialog
      title="What are these in your shop?"
      size="lg"
      onClose={onClose}
      query={{
        queryKey: ['export-answers', shop],
        queryFn: async ({ signal }) => {
          const { presets } = await api.listExportPresets({}, { signal });
          const preset = presets.find((one) => one.shop === shop);
          return { preset, categories: await api.listCategories({}, { signal }) };
        },
      }}
      failed="The answers of before could not be loaded"
      skeleton="h-48 w-full"
    >
      {({ preset, categories }) =>
        preset && (
          <ValuesForm
            unknown={unknown}
            preset={preset}
            categories={categories}
            onAnswered={onAnswered}
            onClose={onClose}
          />
        )
      }
    </LoadedDialog>
  );
}

type ValuesFormProps = ExportValuesDialogProps & { preset: ExportPreset; categories: Category[] };

function ValuesForm({ unknown, preset, categories, onAnswered, onClose }: ValuesFormProps) {
  const form = useSavedForm({
    defaultValues: {
      conditions: unknown.conditions.map(() => ''),
      categories: unknown.categories.map(() => ''),
      brand: preset.defaultBrand,
      stock: '',
    },
    schema: answersSchema,
    save: (answers) => saveAnswers(preset, unknown, answers),
    invalidates: [['export-presets'], ['categories']],
    invalidatesOnFailure: true,
    onSaved: onAnswered,
  });
  const answers = form.watch(['conditions', 'categories']);
  const [brand, stock] = form.watch(['brand', 'stock']);
  const isOpen =
    answers.flat().includes('') ||
    (unknown.withoutBrand > 0 && brand.trim() === '') ||
    (unknown.withoutStock > 0 && !/^\d{1,7}$/.test(stock.trim()));
  return (
    <DialogForm
      form={form}
      onCancel={onClose}
      submitLabel="Remember and check the file"
      submitDisabled={isOpen}
    >
      <p className="mb-4 text-ink-muted text-sm">
        {unknown.shop !== 'own' && `This is an export of ${otherShopLabels[unknown.shop]}. `}The shop
        remembers your choices for later files.
      </p>
      <MissingFields unknown={unknown} form={form} />
      {unknown.conditions.length > 0 && (
        <fieldset className="mb-6 grid gap-4">
          <legend className="mb-3 font-medium">Conditions</legend>
          {unknown.conditions.map(({ value, rows }, index) => (
            <ValueSelect
              key={value}
              label={value || 'No condition named'}
              rows={rows}
              options={Object.entries(conditionLabels)}
              {...form.field(`conditions.${index}`)}
            />
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
              options={[
                ...(value === '' ? [] : [['add', `Add “${lastPart(value)}” as a category`] as const]),
                ...categories.map(({ id, name }) => [id, name] as const),
              ]}
              {...form.field(`categories.${index}`)}
            />
          ))}
        </fieldset>
      )}
    </DialogForm>
  );
}

/** Asks for the brand and the count that rows lack. */
function MissingFields({ unknown, form }: { unknown: UnknownValues; form: CheckedForm<Answers> }) {
  if (unknown.withoutBrand + unknown.withoutStock === 0) return null;
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2">
      {unknown.withoutBrand > 0 && (
        <TextInput
          label="Brand of products without one"
          hint={rowsOfFile(unknown.withoutBrand)}
          maxLength={100}
          {...form.field('brand')}
        />
      )}
      {unknown.withoutStock > 0 && (
        <TextInput
          label="Stock of products without a count"
          hint={`${rowsOfFile(unknown.withoutStock)}. With 0 they are sold out until you count them.`}
          inputMode="numeric"
          maxLength={7}
          {...form.field('stock')}
        />
      )}
    </div>
  );
}

/**
 * Answers in the order of the unknown values. `add`: a new category of that name. `leave out`: products with the value
 * are not imported. Else a condition, or the id of a category.
 */
const answersSchema = z.object({
  conditions: z.array(z.string()),
  categories: z.array(z.string()),
  brand: z.string().trim(),
  stock: z.string().trim(),
});
type Answers = z.output<typeof answersSchema>;

/** Adds the new categories, then the answers to the preset. */
async function saveAnswers({ shop, ...preset }: ExportPreset, unknown: UnknownValues, choices: Answers) {
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
      ...(unknown.withoutBrand > 0 && { defaultBrand: choices.brand }),
      ...(unknown.withoutStock > 0 && { missingStock: Number(choices.stock) }),
      conditions: [...withoutValues(preset.conditions, conditionAnswers), ...conditionAnswers],
      categories: [...withoutValues(preset.categories, categoryAnswers), ...categoryAnswers],
    },
  });
}

const isConditionName = (choice: string | undefined): choice is Condition =>
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

const rowsOfFile = (rows: number) =>
  rows === 1 ? 'One row of the file' : `${formatCount(rows)} rows of the file`;

type ValueSelectProps = ComponentProps<typeof Select> & {
  rows: number;
  options: readonly (readonly [value: string, label: string])[];
};

function ValueSelect({ rows, options, ...select }: ValueSelectProps) {
  return (
    <Select
      {...select}
      hint={rowsOfFile(rows)}
      options={[...options, ['leave out', 'Leave these products out']]}
    >
      <option value="" disabled>
        Choose
      </option>
    </Select>
  );
}
