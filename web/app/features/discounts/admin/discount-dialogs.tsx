import { type Discount, discountEdit, discountInput } from '@reprise/contract/discounts/discounts';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { DiscountFields } from './discount-fields.tsx';
import {
  type DiscountFormValues,
  newDiscountValues,
  valuesOfDiscount,
  wireOfDiscount,
} from './discount-form-values.ts';

type AddDiscountDialogProps = { open: boolean; timeZone: string; onClose: () => void };

export function AddDiscountDialog({ open, timeZone, onClose }: AddDiscountDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Add discount code">
      {open && (
        <DiscountForm
          schema={discountInput}
          defaultValues={newDiscountValues(timeZone, new Date())}
          wireOf={(values) => wireOfDiscount(values, timeZone)}
          save={(wire) => api.createDiscount({ body: discountInput.parse(wire) })}
          submitLabel="Add code"
          savedMessage="Discount code added"
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type EditDiscountDialogProps = { discount: Discount | undefined; timeZone: string; onClose: () => void };

export function EditDiscountDialog({ discount, timeZone, onClose }: EditDiscountDialogProps) {
  return (
    <Modal open={discount !== undefined} onClose={onClose} title={`Edit code ${discount?.code ?? ''}`}>
      {discount && (
        <DiscountForm
          key={discount.id}
          schema={discountEdit}
          defaultValues={valuesOfDiscount(discount, timeZone)}
          wireOf={(values) => wireOfDiscount(values, timeZone, discount)}
          save={(wire) => api.updateDiscount({ params: { id: discount.id }, body: discountEdit.parse(wire) })}
          submitLabel="Save changes"
          savedMessage="Discount code saved"
          note={
            discount.uses > 0
              ? `${discount.uses === 1 ? 'One order was' : `${discount.uses} orders were`} placed with this code and will not change.`
              : undefined
          }
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

const fields = [
  'code',
  'type',
  'amount',
  'percent',
  'startsAt',
  'endsAt',
  'maxUses',
  'categories',
  'conditions',
] as const;

type DiscountFormProps = {
  schema: z.ZodType;
  defaultValues: DiscountFormValues;
  wireOf: (values: DiscountFormValues) => unknown;
  save: (wire: unknown) => Promise<unknown>;
  submitLabel: string;
  savedMessage: string;
  note?: string | undefined;
  onClose: () => void;
};

function DiscountForm(props: DiscountFormProps) {
  const { schema, defaultValues, wireOf, save, submitLabel, savedMessage, note, onClose } = props;
  const queries = useQueryClient();
  const form = useForm<DiscountFormValues>({ defaultValues, resolver: formResolver(schema, wireOf) });
  const saved = useRef(false);
  const { isDirty } = form.formState;
  const saving = useMutation({
    mutationFn: (values: DiscountFormValues) => save(wireOf(values)),
    onSuccess: () => {
      saved.current = true;
      notify('success', savedMessage);
      void queries.invalidateQueries({ queryKey: ['discounts'] });
      onClose();
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, fields, form.setError);
    },
  });
  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={form.handleSubmit((values) => saving.mutate(values))}
        onCancel={onClose}
        submitLabel={submitLabel}
        saving={saving.isPending}
        failure={saving.isError && messageOf(saving.error, 'The code could not be saved. Try again.')}
      >
        {note && <p className="mb-4 rounded-control bg-sunken px-3 py-2 text-sm">{note}</p>}
        <DiscountFields />
      </DialogForm>
      <UnsavedChanges isDirty={() => isDirty && !saved.current} />
    </FormProvider>
  );
}
