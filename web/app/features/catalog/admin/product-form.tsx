import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { type ReactNode, useId, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { Button } from '../../../ui/button.tsx';
import { ImageFields } from './images/image-fields.tsx';
import { noUploads } from './images/use-uploads.ts';
import { BasicFields, ClassificationFields, OptionFields, PricingFields } from './product-fields.tsx';
import { type ProductFormValues, wireOfProduct } from './product-form-values.ts';
import { PreviewButton, type PublishedProduct, unpublished } from './product-preview.tsx';

type ProductFormProps = {
  schema: z.ZodType;
  defaultValues: ProductFormValues;
  /** Set for existing products, whose SKU cannot be changed. */
  sku?: string;
  submitLabel: string;
  onSave: (values: ProductFormValues) => Promise<unknown>;
  /** Saves and starts the form of another product. */
  onSaveAndNext?: (values: ProductFormValues) => Promise<unknown>;
  /** Error of the last save. */
  failure: ReactNode;
  /** Saves over a change that someone else made since the form was opened. */
  overwrite?: (values: ProductFormValues) => Promise<unknown>;
  introduction?: ReactNode;
  /** Other conditions of the same model. */
  siblings?: ReactNode;
  /** Parts of the store page that are not form fields. */
  published?: PublishedProduct;
  onCancel: () => void;
};

const fields = [
  'name',
  'brand',
  'description',
  'price',
  'originalPrice',
  'stockCount',
  'sku',
  'category',
  'condition',
  'origin',
  'batteryHealth',
  'modelKey',
  'images',
  'features',
  'specifications',
] as const;

/** Form of a product, for adding and editing. */
export function ProductForm(props: ProductFormProps) {
  const { schema, defaultValues, sku, submitLabel, onSave, failure, overwrite, onCancel } = props;
  const form = useForm<ProductFormValues>({
    defaultValues,
    resolver: formResolver(schema, wireOfProduct),
  });
  const [uploads, setUploads] = useState(noUploads);
  const [isHeldBack, setHeldBack] = useState(false);
  const saved = useRef(false);
  const { isDirty, isSubmitting } = form.formState;
  const isIncomplete = useIncomplete(form) || uploads.isBusy;
  const submitTo = (save: (values: ProductFormValues) => Promise<unknown>) =>
    form.handleSubmit(async (values) => {
      setHeldBack(uploads.failed > 0);
      if (uploads.failed > 0) return;
      saved.current = true;
      try {
        await save(values);
      } catch (cause) {
        saved.current = false;
        if (problemCodeOf(cause)) showFieldErrors((cause as Problem).errors, fields, form.setError);
      }
    });
  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={submitTo(onSave)}
        onCancel={onCancel}
        submitLabel={submitLabel}
        submitDisabled={isIncomplete}
        saving={isSubmitting}
        aside={
          <span className="flex flex-wrap gap-2">
            <PreviewButton form={form} published={props.published ?? unpublished} />
            {props.onSaveAndNext && (
              <Button
                variant="outline"
                disabled={isIncomplete || isSubmitting}
                onClick={submitTo(props.onSaveAndNext)}
              >
                Save and add another
              </Button>
            )}
          </span>
        }
        failure={
          (isHeldBack && uploads.failed > 0 && notUploaded(uploads.failed)) ||
          (failure && (
            <>
              {failure}
              {overwrite && <OverwriteButton onClick={submitTo(overwrite)} />}
            </>
          ))
        }
      >
        {props.introduction}
        <div className="grid gap-7">
          <Section title="Basic Information">
            <BasicFields />
          </Section>
          <Section title="Pricing & Inventory">
            <PricingFields {...(sku !== undefined && { sku })} />
          </Section>
          <Section title="Classification">
            <ClassificationFields />
            {props.siblings}
          </Section>
          <Section title="Images">
            <ImageFields onUploads={setUploads} />
          </Section>
          <Section title="Options">
            <OptionFields />
          </Section>
        </div>
      </DialogForm>
      <UnsavedChanges isDirty={() => isDirty && !saved.current} />
    </FormProvider>
  );
}

function OverwriteButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="mt-1 ml-4 font-semibold underline underline-offset-3">
      Overwrite with my changes
    </button>
  );
}

const notUploaded = (count: number) =>
  `${count === 1 ? 'One image was' : `${count} images were`} not uploaded. Upload ${count === 1 ? 'it' : 'them'} again or dismiss ${count === 1 ? 'it' : 'them'}, then save.`;

/** True while one of the four mandatory fields is empty. */
function useIncomplete({ watch }: UseFormReturn<ProductFormValues>): boolean {
  const [name, brand, price, category] = watch(['name', 'brand', 'price', 'category']);
  return !name.trim() || !brand.trim() || !String(price).trim() || !category;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-line border-b pb-1.5 font-semibold text-sm">
        {title}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </section>
  );
}
