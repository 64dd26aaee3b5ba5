import { boxContents } from '@reprise/contract/catalog/box-contents';
import { conditionLabels, originLabels } from '@reprise/contract/catalog/conditions';
import { readWhole } from '@reprise/contract/typed-number';
import { useFieldArray } from 'react-hook-form';
import { useFormFields } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { MoneyInput, WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Plus, X } from '../../../ui/icons/lucide.tsx';
import { CategoryField } from './category-field.tsx';
import type { ProductFormValues } from './product-form-values.ts';

const useProductForm = () => useFormFields<ProductFormValues>();

export function BasicFields() {
  const { field } = useProductForm();
  return (
    <>
      <TextInput label="Product Name" required {...field('name')} />
      <TextInput label="Brand" required {...field('brand')} />
      <TextArea
        label="Description"
        required
        rows={4}
        hint="Every product should have one. If it is blank, the product page says so."
        fieldClassName="sm:col-span-2"
        {...field('description')}
      />
    </>
  );
}

/** `sku` is set for an existing product and cannot be changed. */
export function PricingFields({ sku }: { sku?: string }) {
  const { field } = useProductForm();
  return (
    <>
      <MoneyInput label="Price" required {...field('price')} />
      <MoneyInput
        label="Original Price"
        hint="The price when new. If blank, no savings are shown."
        {...field('originalPrice')}
      />
      <TextInput
        label="Date of that price"
        hint="When a new one cost that: today, or a month such as 2021-09. Shown with it."
        {...field('newPriceDate')}
      />
      <WholeNumberInput
        label="Stock Count"
        required
        hint={
          sku === undefined
            ? undefined
            : 'Units sold while you edit remain counted; your change is added to them.'
        }
        {...field('stockCount')}
      />
      <TextInput
        label="SKU"
        readOnly={sku !== undefined}
        hint={sku === undefined ? 'If blank, generated from brand and name.' : 'Cannot be changed.'}
        className={sku === undefined ? undefined : 'bg-sunken'}
        {...field('sku')}
      />
    </>
  );
}

/** `batteryFloor` is what the grade of the stored product promises; null without a floor. */
export function ClassificationFields({ batteryFloor }: { batteryFloor: number | null }) {
  const { field, watch } = useProductForm();
  const health = readWhole(watch('batteryHealth'));
  const isBelow = batteryFloor !== null && typeof health === 'number' && health < batteryFloor;
  return (
    <>
      <CategoryField />
      <Select label="Condition" required options={conditionLabels} {...field('condition')} />
      <Select label="Origin" options={originLabels} {...field('origin')} />
      <WholeNumberInput
        label="Battery health (%)"
        lowest={1}
        hint={
          isBelow
            ? `Its grade promises at least ${batteryFloor}%. The store shows no battery health below that.`
            : 'The least that every unit holds, such as 85. Shown on the product page; blank if it has no battery.'
        }
        {...field('batteryHealth')}
      />
      <TextInput
        label="Model key"
        hint="Products with the same key are one model and share a price ladder."
        {...field('modelKey')}
      />
    </>
  );
}

export function OptionFields() {
  const { field, register } = useProductForm();
  return (
    <>
      <Checkbox
        label="Featured product"
        hint="Shown on the homepage."
        className="sm:col-span-2"
        {...register('featured')}
      />
      <Features />
      <SpecificationFields />
      <TextInput label="Warranty duration" {...field('warranty.duration')} />
      <TextInput label="Warranty type" {...field('warranty.type')} />
      <TextArea
        label="Warranty description"
        rows={2}
        fieldClassName="sm:col-span-2"
        {...field('warranty.description')}
      />
    </>
  );
}

function Features() {
  const { control, register, formState } = useProductForm();
  const { fields, append, remove } = useFieldArray({ control, name: 'features' });
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">Features</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-center gap-1">
          <TextInput
            label={`Feature ${index + 1}`}
            labelHidden
            fieldClassName="flex-1"
            {...register(`features.${index}.text`)}
          />
          <IconButton label={`Remove feature ${index + 1}`} onClick={() => remove(index)}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <FieldError error={formState.errors.features?.message} />
      <div>
        <Button variant="outline" size="sm" onClick={() => append({ text: '' })}>
          <Plus className="size-4" aria-hidden="true" />
          Add feature
        </Button>
      </div>
    </fieldset>
  );
}

/** Rows of name and value, also of a family. */
export function SpecificationFields() {
  const { control, register, formState } = useProductForm();
  const { fields, append, remove } = useFieldArray({ control, name: 'specifications' });
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">Specifications</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-center gap-1">
          <TextInput
            label={`Name of specification ${index + 1}`}
            labelHidden
            placeholder="Storage"
            fieldClassName="flex-1"
            {...register(`specifications.${index}.name`)}
          />
          <TextInput
            label={`Value of specification ${index + 1}`}
            labelHidden
            placeholder="128 GB"
            fieldClassName="flex-[2]"
            {...register(`specifications.${index}.value`)}
          />
          <IconButton label={`Remove specification ${index + 1}`} onClick={() => remove(index)}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <FieldError error={formState.errors.specifications?.message as string | undefined} />
      <p className="text-ink-muted text-sm">“{boxContents}” is shown beside the price.</p>
      <div>
        <Button variant="outline" size="sm" onClick={() => append({ name: '', value: '' })}>
          <Plus className="size-4" aria-hidden="true" />
          Add specification
        </Button>
      </div>
    </fieldset>
  );
}
