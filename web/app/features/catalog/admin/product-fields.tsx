import { conditionLabels, conditions, originLabels, origins } from '@reprise/contract/catalog/conditions';
import { useFieldArray, useFormContext } from 'react-hook-form';
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
import { SeoInputs } from './seo-inputs.tsx';

const useProductForm = () => useFormContext<ProductFormValues>();

export function BasicFields() {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  return (
    <>
      <TextInput label="Product Name" required {...register('name')} error={errors.name?.message} />
      <TextInput label="Brand" required {...register('brand')} error={errors.brand?.message} />
      <TextArea
        label="Description"
        required
        rows={4}
        hint="Every product should have one. If it is blank, the product page says so."
        fieldClassName="sm:col-span-2"
        {...register('description')}
        error={errors.description?.message}
      />
    </>
  );
}

/** `sku` is set for an existing product and cannot be changed. */
export function PricingFields({ sku }: { sku?: string }) {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  return (
    <>
      <MoneyInput label="Price" required {...register('price')} error={errors.price?.message} />
      <MoneyInput
        label="Original Price"
        hint="The price when new. If blank, no savings are shown."
        {...register('originalPrice')}
        error={errors.originalPrice?.message}
      />
      <WholeNumberInput
        label="Stock Count"
        required
        hint={
          sku === undefined
            ? undefined
            : 'Units sold while you edit remain counted; your change is added to them.'
        }
        {...register('stockCount')}
        error={errors.stockCount?.message}
      />
      <TextInput
        label="SKU"
        readOnly={sku !== undefined}
        hint={sku === undefined ? 'If blank, generated from brand and name.' : 'Cannot be changed.'}
        className={sku === undefined ? undefined : 'bg-sunken'}
        {...register('sku')}
        error={errors.sku?.message}
      />
    </>
  );
}

export function ClassificationFields() {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  return (
    <>
      <CategoryField />
      <Select label="Condition" required {...register('condition')} error={errors.condition?.message}>
        {conditions.map((value) => (
          <option key={value} value={value}>
            {conditionLabels[value]}
          </option>
        ))}
      </Select>
      <Select label="Origin" {...register('origin')} error={errors.origin?.message}>
        {origins.map((value) => (
          <option key={value} value={value}>
            {originLabels[value]}
          </option>
        ))}
      </Select>
      <WholeNumberInput
        label="Battery health (%)"
        lowest={1}
        hint="The least that every unit holds, such as 85. Shown on the product page; blank if it has no battery."
        {...register('batteryHealth')}
        error={errors.batteryHealth?.message}
      />
      <TextInput
        label="Model key"
        hint="Products with the same key are one model and share a price ladder."
        {...register('modelKey')}
        error={errors.modelKey?.message}
      />
    </>
  );
}

export function OptionFields() {
  const { register } = useProductForm();
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
      <TextInput label="Warranty duration" {...register('warranty.duration')} />
      <TextInput label="Warranty type" {...register('warranty.type')} />
      <TextArea
        label="Warranty description"
        rows={2}
        fieldClassName="sm:col-span-2"
        {...register('warranty.description')}
      />
    </>
  );
}

/** Texts for search engines and shared links. */
export function SeoFields() {
  const { register, watch, formState } = useProductForm();
  const { errors } = formState;
  const [title, description] = watch(['seoTitle', 'seoDescription']);
  return (
    <SeoInputs
      title={register('seoTitle')}
      description={register('seoDescription')}
      values={{ title, description }}
      errors={{ title: errors.seoTitle?.message, description: errors.seoDescription?.message }}
    />
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
      <div>
        <Button variant="outline" size="sm" onClick={() => append({ name: '', value: '' })}>
          <Plus className="size-4" aria-hidden="true" />
          Add specification
        </Button>
      </div>
    </fieldset>
  );
}
