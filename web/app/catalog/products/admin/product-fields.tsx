import { boxContents } from '@reprise/contract/catalog/products/box-contents';
import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { taxClassLabels } from '@reprise/contract/foundations/tax-classes';
import { readWhole } from '@reprise/contract/typed-number';
import { Fragment, type ReactNode } from 'react';
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
import { BarcodesInput, UnitCostInput, WeightInput } from './box-inputs.tsx';
import { CategoryField } from './category-field.tsx';
import { ImageFields } from './images/image-fields.tsx';
import type { UploadState } from './images/use-uploads.ts';
import type { ProductFormValues } from './product-form-values.ts';
import { SeoDescriptionInput, SeoTitleInput } from './seo-inputs.tsx';

const useProductForm = () => useFormFields<ProductFormValues>();

export type InputContext = {
  /** SKU of an existing product, which cannot be changed. */
  sku?: string | undefined;
  /** Battery health that the grade of the stored product promises; null without a floor. */
  batteryFloor: number | null;
  onUploads: (state: UploadState) => void;
  /** Stored product; null for a new one. */
  stored: AdminProduct | null;
};

export type FormSection =
  | 'Basic Information'
  | 'Pricing & Inventory'
  | 'Classification'
  | 'Images'
  | 'Options';

type ProductInput = {
  section: FormSection;
  input: (form: ReturnType<typeof useProductForm> & InputContext) => ReactNode;
};

/** Input of every field, in the order of the form. */
const inputs: Record<keyof ProductFormValues, ProductInput> = {
  name: {
    section: 'Basic Information',
    input: ({ field }) => <TextInput label="Product Name" required {...field('name')} />,
  },
  brand: {
    section: 'Basic Information',
    input: ({ field }) => <TextInput label="Brand" required {...field('brand')} />,
  },
  description: {
    section: 'Basic Information',
    input: ({ field }) => (
      <TextArea
        label="Description"
        required
        rows={4}
        hint="Every product should have one. If it is blank, the product page says so."
        fieldClassName="sm:col-span-2"
        {...field('description')}
      />
    ),
  },
  price: {
    section: 'Pricing & Inventory',
    input: ({ field }) => <MoneyInput label="Price" required {...field('price')} />,
  },
  originalPrice: {
    section: 'Pricing & Inventory',
    input: ({ field }) => (
      <MoneyInput
        label="Original Price"
        hint="The price when new. If blank, no savings are shown."
        {...field('originalPrice')}
      />
    ),
  },
  newPriceDate: {
    section: 'Pricing & Inventory',
    input: ({ field }) => (
      <TextInput
        label="Date of that price"
        hint="When a new one cost that: today, or a month such as 2021-09. Shown with it."
        {...field('newPriceDate')}
      />
    ),
  },
  stockCount: {
    section: 'Pricing & Inventory',
    input: ({ field, sku }) => (
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
    ),
  },
  sku: {
    section: 'Pricing & Inventory',
    input: ({ field, sku }) => (
      <TextInput
        label="SKU"
        readOnly={sku !== undefined}
        hint={sku === undefined ? 'If blank, generated from brand and name.' : 'Cannot be changed.'}
        className={sku === undefined ? undefined : 'bg-sunken'}
        {...field('sku')}
      />
    ),
  },
  unitCost: { section: 'Pricing & Inventory', input: ({ stored }) => <UnitCostInput stored={stored} /> },
  grams: { section: 'Pricing & Inventory', input: ({ stored }) => <WeightInput stored={stored} /> },
  gtins: { section: 'Pricing & Inventory', input: ({ stored }) => <BarcodesInput stored={stored} /> },
  category: { section: 'Classification', input: () => <CategoryField /> },
  condition: {
    section: 'Classification',
    input: ({ field }) => (
      <Select label="Condition" required options={conditionLabels} {...field('condition')} />
    ),
  },
  origin: {
    section: 'Classification',
    input: ({ field }) => <Select label="Origin" options={originLabels} {...field('origin')} />,
  },
  taxClass: {
    section: 'Classification',
    input: ({ field }) => (
      <Select
        label="Tax class"
        options={taxClassLabels}
        hint="Which of the rates in Settings, Payment applies."
        {...field('taxClass')}
      />
    ),
  },
  batteryHealth: {
    section: 'Classification',
    input: ({ batteryFloor }) => <BatteryHealthInput floor={batteryFloor} />,
  },
  modelKey: {
    section: 'Classification',
    input: ({ field }) => (
      <TextInput
        label="Model key"
        hint="Products with the same key are one model and share a price ladder."
        {...field('modelKey')}
      />
    ),
  },
  images: { section: 'Images', input: ({ onUploads }) => <ImageFields onUploads={onUploads} /> },
  featured: {
    section: 'Options',
    input: ({ register }) => (
      <Checkbox
        label="Featured product"
        hint="Shown on the homepage."
        className="sm:col-span-2"
        {...register('featured')}
      />
    ),
  },
  features: { section: 'Options', input: () => <Features /> },
  specifications: { section: 'Options', input: () => <SpecificationFields /> },
  warranty: { section: 'Options', input: () => <WarrantyInputs /> },
  seoTitle: { section: 'Options', input: () => <SeoTitleInput /> },
  seoDescription: { section: 'Options', input: () => <SeoDescriptionInput /> },
};

/** Inputs of one section of the form. */
export function SectionInputs({ section, ...context }: { section: FormSection } & InputContext) {
  const form = useProductForm();
  return Object.entries(inputs)
    .filter(([, input]) => input.section === section)
    .map(([name, { input }]) => <Fragment key={name}>{input({ ...form, ...context })}</Fragment>);
}

function BatteryHealthInput({ floor }: { floor: number | null }) {
  const { field, watch } = useProductForm();
  const health = readWhole(watch('batteryHealth'));
  const isBelow = floor !== null && typeof health === 'number' && health < floor;
  return (
    <WholeNumberInput
      label="Battery health (%)"
      lowest={1}
      hint={
        isBelow
          ? `Its grade promises at least ${floor}%. The store shows no battery health below that.`
          : 'The least that every unit holds, such as 85. Shown on the product page; blank if it has no battery.'
      }
      {...field('batteryHealth')}
    />
  );
}

function WarrantyInputs() {
  const { field } = useProductForm();
  return (
    <>
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
