import { editedProduct } from '@reprise/contract/catalog/products/product';
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ActionMenu } from '../../../admin-ui/action-menu.tsx';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { fieldErrorsOf } from '../../../api/error-message.ts';
import { formResolver, showAtFields } from '../../../forms/form-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { noUploads } from './images/use-uploads.ts';
import { type FormSection, type InputContext, SectionInputs } from './product-fields.tsx';
import { type ProductFormValues, wireOfProduct } from './product-form-values.ts';
import { PreviewButton, type PublishedProduct, unpublished } from './product-preview.tsx';

/** Button of the form that saves it. */
export type SaveAction = {
  label: string;
  schema: z.ZodType;
  save: (values: ProductFormValues) => Promise<unknown>;
  /** Fields without which the button is disabled. */
  needs: 'all fields' | 'a name' | 'nothing';
};

type ProductFormProps = {
  defaultValues: ProductFormValues;
  /** Set for existing products, whose SKU cannot be changed. */
  sku?: string;
  /** Submits the form. */
  submit: SaveAction;
  /** Main action of a form that submits drafts. */
  publish?: SaveAction;
  /** Further ways to save. */
  others?: SaveAction[];
  /** Error of the last save. */
  failure: ReactNode;
  /** Saves over a change that someone else made since the form was opened. */
  overwrite?: SaveAction | undefined;
  introduction?: ReactNode;
  /** Other conditions of the same model. */
  siblings?: ReactNode;
  /** Parts of the store page that are not form fields. */
  published?: PublishedProduct;
  onCancel: () => void;
};

/** Form that several buttons save, each with its own schema: a draft may be incomplete. */
function useProductForm(defaultValues: ProductFormValues, initialSchema: z.ZodType) {
  const schema = useRef(initialSchema);
  const form = useForm<ProductFormValues>({
    defaultValues,
    resolver: (values, ...rest) => formResolver(schema.current, wireOfProduct)(values, ...rest) as never,
  });
  const [uploads, setUploads] = useState(noUploads);
  const [isHeldBack, setHeldBack] = useState(false);
  const saved = useRef(false);
  const { isDirty } = form.formState;
  const submitTo = ({ schema: next, save }: SaveAction) => {
    const submitValid = form.handleSubmit(async () => {
      setHeldBack(uploads.failed > 0);
      if (uploads.failed > 0) return;
      saved.current = true;
      try {
        await save(form.getValues());
      } catch (cause) {
        saved.current = false;
        showAtFields(form, fieldErrorsOf(cause));
      }
    });
    return (event: SyntheticEvent) => {
      schema.current = next;
      return submitValid(event);
    };
  };
  const validateAll = () => {
    schema.current = editedProduct;
    return form.trigger(undefined, { shouldFocus: true });
  };
  const isUnsaved = () => isDirty && !saved.current;
  return { form, uploads, setUploads, isHeldBack, submitTo, validateAll, isUnsaved };
}

/** Form of a product, for adding and editing. */
export function ProductForm(props: ProductFormProps) {
  const { defaultValues, sku, submit, publish, others = [], failure, overwrite, onCancel } = props;
  const { form, uploads, setUploads, isHeldBack, submitTo, validateAll, isUnsaved } = useProductForm(
    defaultValues,
    submit.schema,
  );
  const { errors, isSubmitting } = form.formState;
  const context = {
    sku,
    batteryFloor: props.published?.product?.batteryFloor ?? null,
    stored: props.published?.product ?? null,
    onUploads: setUploads,
  };
  const missingFor = useMissing(form);
  const missing = missingFor((publish ?? submit).needs);
  const isDisabled = ({ needs }: SaveAction) => missingFor(needs).length > 0 || uploads.isBusy;
  const actionButton = (action: SaveAction, variant: 'outline' | 'primary') => (
    <Button
      key={action.label}
      variant={variant}
      disabled={isDisabled(action) || isSubmitting}
      onClick={submitTo(action)}
    >
      {action.label}
    </Button>
  );
  return (
    <FormProvider {...form}>
      <DialogForm
        form={{ submit: submitTo(submit), isSaving: isSubmitting, failure: undefined, isUnsaved }}
        guarded
        onCancel={onCancel}
        submitLabel={submit.label}
        submitDisabled={isDisabled(submit)}
        mainAction={publish && actionButton(publish, 'primary')}
        hint={missing.length > 0 && `Still needed: ${missing.join(', ')}`}
        aside={
          <span className="flex flex-wrap items-center gap-2">
            <PreviewButton form={form} validate={validateAll} published={props.published ?? unpublished} />
            {others.length > 0 && (
              <ActionMenu label="More ways to save" folds="on-phone">
                {others.map((action) => actionButton(action, 'outline'))}
              </ActionMenu>
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
          )) ||
          errors.root?.message
        }
      >
        {props.introduction}
        <div className="grid gap-7">
          <Section title="Basic Information" {...context} />
          <Section title="Pricing & Inventory" {...context} />
          <Section title="Classification" {...context}>
            {props.siblings}
          </Section>
          <Section title="Images" {...context} />
          <Section title="Options" {...context} />
        </div>
      </DialogForm>
    </FormProvider>
  );
}

function OverwriteButton({ onClick }: { onClick: (event: SyntheticEvent) => void }) {
  return (
    <button type="button" onClick={onClick} className="mt-1 ml-4 font-semibold underline underline-offset-3">
      Overwrite with my changes
    </button>
  );
}

const notUploaded = (count: number) =>
  `${count === 1 ? 'One image was' : `${count} images were`} not uploaded. Upload ${count === 1 ? 'it' : 'them'} again or dismiss ${count === 1 ? 'it' : 'them'}, then save.`;

/** Returns a function that names the empty fields without which an action is disabled. */
function useMissing({ watch }: UseFormReturn<ProductFormValues>) {
  const [name, brand, price, category] = watch(['name', 'brand', 'price', 'category']);
  const missing = Object.entries({ name, brand, price, category })
    .filter(([, value]) => !String(value).trim())
    .map(([field]) => field);
  return (needs: SaveAction['needs']): string[] => {
    if (needs === 'nothing') return [];
    return needs === 'all fields' ? missing : missing.filter((field) => field === 'name');
  };
}

type SectionProps = InputContext & { title: FormSection; children?: ReactNode };

function Section({ title, children, ...context }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-line border-b pb-1.5 font-semibold text-sm">
        {title}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SectionInputs section={title} {...context} />
        {children}
      </div>
    </section>
  );
}
