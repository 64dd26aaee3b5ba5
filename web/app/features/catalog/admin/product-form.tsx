import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { type ReactNode, useId, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { DialogForm } from '../../../layouts/admin/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../layouts/admin/form-resolver.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { UnsavedChanges } from '../../../layouts/admin/unsaved-changes.tsx';
import { ImageFields } from './image-fields.tsx';
import { BasicFields, ClassificationFields, OptionFields, PricingFields } from './product-fields.tsx';
import { type ProductFormValues, wireOfProduct } from './product-form-values.ts';

type ProductFormProps = {
  schema: z.ZodType;
  defaultValues: ProductFormValues;
  /** Set where the product has one already: it stays. */
  sku?: string;
  submitLabel: string;
  onSave: (values: ProductFormValues) => Promise<unknown>;
  error: unknown;
  failedMessage: string;
  /** Offered where somebody else has saved since the form was opened. */
  onReload?: () => void;
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
  'modelKey',
  'images',
  'features',
  'specifications',
] as const;

/** The fields of a product, the same for adding and editing. */
export function ProductForm(props: ProductFormProps) {
  const { schema, defaultValues, sku, submitLabel, onSave, error, failedMessage, onReload, onCancel } = props;
  const form = useForm<ProductFormValues>({
    defaultValues,
    resolver: formResolver(schema, wireOfProduct),
  });
  const [uploading, setUploading] = useState(false);
  const saved = useRef(false);
  const { isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    saved.current = true;
    try {
      await onSave(values);
    } catch (failure) {
      saved.current = false;
      if (problemCodeOf(failure)) showFieldErrors((failure as Problem).errors, fields, form.setError);
    }
  });
  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={submit}
        onCancel={onCancel}
        submitLabel={submitLabel}
        submitDisabled={useIncomplete(form) || uploading}
        saving={isSubmitting}
        failure={
          error ? (
            <Failure message={messageOf(error, failedMessage)} {...(onReload && { onReload })} />
          ) : undefined
        }
      >
        <div className="grid gap-7">
          <Section title="Basic Information">
            <BasicFields />
          </Section>
          <Section title="Pricing & Inventory">
            <PricingFields {...(sku !== undefined && { sku })} />
          </Section>
          <Section title="Classification">
            <ClassificationFields />
          </Section>
          <Section title="Images">
            <ImageFields onUploading={setUploading} />
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

/** Without these four there is nothing to save. */
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

function Failure({ message, onReload }: { message: string; onReload?: () => void }) {
  return (
    <>
      <p>{message}</p>
      {onReload && (
        <button type="button" onClick={onReload} className="mt-1 font-semibold underline underline-offset-3">
          Load the latest version, without my changes
        </button>
      )}
    </>
  );
}
