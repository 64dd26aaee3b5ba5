import { type Cents, formatMoney } from '@reprise/contract/money';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { EditPreview, OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import type { PackingLine } from '@reprise/contract/sales/orders/packing';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { pickupLabel, shippingMethodLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { addressFields, withRequiredParts } from '@reprise/contract/sales/orders/shipping-address';
import { typeAmount } from '@reprise/contract/typed-number';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../../api/error-message.ts';
import { AddressFields } from '../../../../forms/address/address-fields.tsx';
import { formResolver, showAtFields } from '../../../../forms/form-resolver.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { MoneyInput } from '../../../../ui/forms/number-input.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { isUnpaid, restDueOf } from '../../payment-due.ts';
import { EditTotals } from './edit-totals.tsx';
import { EditedLines } from './edited-lines.tsx';
import {
  addressOf,
  amountFault,
  type EditForm,
  editOf,
  hasReadableAmounts,
  linesOf,
  readCents,
} from './edited-order.ts';

const editForm = withRequiredParts(
  z.object({
    ...addressFields,
    shippingMethod: z.enum(shippingMethods),
    shipping: z.string(),
    reason: z.string().max(500, 'At most 500 characters'),
  }),
);

type EditOrderFormProps = {
  order: Order;
  /** Preview of an edit that changes nothing. */
  unchanged: EditPreview;
  /** Packed devices by product. */
  packed: ReadonlyMap<string, PackingLine['devices']>;
  onReload: () => void;
  isReloading: boolean;
};

/** Form for address, items, prices and shipping of an order, with the amounts before and after. */
export function EditOrderForm({ order, unchanged, packed, onReload, isReloading }: EditOrderFormProps) {
  const [initial] = useState(() => ({
    ...addressOf(order),
    shippingMethod: order.shippingMethod,
    // Blank is the usual charge; another one was set by hand and stays.
    shipping: order.shipping === unchanged.shippingByRule ? '' : typeAmount(order.shipping),
    reason: '',
  }));
  const [lines, setLines] = useState(() => linesOf(order));
  const form = useForm<EditForm>({ resolver: formResolver(editForm), defaultValues: initial });
  const values = form.watch();
  const { errors } = form.formState;
  const edit = editOf(order, lines, values);
  const isDirty = JSON.stringify(edit) !== JSON.stringify(editOf(order, linesOf(order), initial));
  const isReadable = hasReadableAmounts(lines, values);
  const preview = usePreview(order, edit, isReadable && lines.length > 0);
  const isSaved = useRef(false);
  const saving = useSaving(order, form, isSaved);
  const submit = form.handleSubmit((checked) => {
    const { amountDue, refund, shippingByRule } = preview.data ?? unchanged;
    if (needsReason(order, edit, shippingByRule) && !edit.reason) {
      form.setError('reason', { message: 'Enter why the price was changed.' });
      return form.setFocus('reason');
    }
    saving.mutate({ ...editOf(order, lines, checked), expected: { amountDue, refund } });
  });
  const isCollected = order.shippingMethod === 'pickup';
  const isReady = preview.isCurrent && !preview.error;
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <UnsavedChanges isDirty={() => isDirty && !isSaved.current} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Items">
          <EditedLines order={order} lines={lines} packed={packed} onChange={setLines} />
        </Card>
        <Card title={isCollected ? pickupLabel : 'Shipping address'}>
          <AddressFields
            isCollected={isCollected}
            setEmail={(email) => form.setValue('email', email, { shouldDirty: true })}
            values={values}
            field={(name) => ({ ...form.register(name), error: errors[name]?.message })}
          />
        </Card>
        <Card title="Shipping">
          <ShippingFields form={form} usualCharge={(preview.data ?? unchanged).shippingByRule} />
        </Card>
      </div>
      <Card title="Summary" className="lg:sticky lg:top-5">
        <EditTotals order={order} preview={preview.data} isCurrent={isReady} />
        <TextInput
          label="Reason"
          hint="For your records. Needed when a price is changed."
          fieldClassName="mt-4"
          autoComplete="off"
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        <p className="mt-4 text-ink-muted text-sm">{outcomeText(order, preview.data)}</p>
        <Failure error={saving.error ?? preview.error} onReload={onReload} isReloading={isReloading} />
        <div className="mt-4 grid gap-2">
          <Button type="submit" wide disabled={!isDirty || !isReady} loading={saving.isPending}>
            {submitLabel(order, preview.data)}
          </Button>
          <Link
            to={`/admin/orders/${order.orderNumber}`}
            className={buttonClass({ variant: 'outline', wide: true })}
          >
            Cancel
          </Link>
        </div>
      </Card>
    </form>
  );
}

/** True if the edit sets a price or the shipping charge by hand. */
function needsReason(order: Order, { prices = [], shipping }: OrderEdit, usualCharge: Cents): boolean {
  const isChargeSet = typeof shipping === 'number' && shipping !== usualCharge && shipping !== order.shipping;
  return prices.length > 0 || isChargeSet;
}

function ShippingFields({ form, usualCharge }: { form: UseFormReturn<EditForm>; usualCharge: Cents }) {
  const can = usePermissions();
  const [typed, method] = form.watch(['shipping', 'shippingMethod']);
  const isCollected = method === 'pickup';
  const isUnreadable = typed.trim() !== '' && readCents(typed) === null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Shipping method"
        hint={isCollected ? 'To ship it, cancel the order and place a new one.' : undefined}
        {...form.register('shippingMethod', {
          // A charge set by hand was for the other method.
          onChange: () => form.setValue('shipping', ''),
        })}
      >
        {(isCollected ? (['pickup'] as const) : (['standard', 'express'] as const)).map((method) => (
          <option key={method} value={method}>
            {shippingMethodLabels[method]}
          </option>
        ))}
      </Select>
      {can('prices.override') && (
        <MoneyInput
          label="Shipping charge"
          hint={`Leave blank for the usual ${formatMoney(usualCharge)}.`}
          {...form.register('shipping')}
          error={isUnreadable ? amountFault(typed) : undefined}
        />
      )}
    </div>
  );
}

/** Asks the server for the amounts after the edit. */
function usePreview(order: Order, edit: OrderEdit, isEnabled: boolean) {
  // The address changes no amount, and the one being typed may be incomplete.
  const body = JSON.stringify({ ...edit, shippingAddress: addressOf(order), reason: '' });
  const settled = useDebounced(body, 250);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['order-to-edit', order.id, 'preview', settled],
    queryFn: ({ signal }) =>
      api.previewOrderEdit({ params: { id: order.id }, body: JSON.parse(settled) as OrderEdit }, { signal }),
    select: ({ preview }) => preview,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = isEnabled && settled === body && data !== undefined && !isPlaceholderData;
  return { data, error: isEnabled && settled === body ? error : null, isCurrent };
}

function useSaving(order: Order, form: UseFormReturn<EditForm>, isSaved: RefObject<boolean>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: OrderEdit) => api.editOrder({ params: { id: order.id }, body }),
    onSuccess: ({ order: after }) => {
      isSaved.current = true;
      const due = restDueOf(after);
      notify(
        'success',
        due > 0 ? `Order changed. The customer was asked for ${formatMoney(due)}.` : 'Order changed',
      );
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'order-to-edit' });
      void navigate(`/admin/orders/${after.orderNumber}`);
    },
    onError: (error) => {
      if (!(error instanceof Problem)) return;
      const errors = fieldErrorsOf(error).map(({ field, message }) => ({
        field: field.replace(/^shippingAddress\./, ''),
        message,
      }));
      showAtFields(form, errors);
      // The amounts shown are out of date.
      if (error.code === 'PRICE_CHANGED')
        void queries.invalidateQueries({ queryKey: ['order-to-edit', order.id] });
    },
  });
}

type FailureProps = { error: Error | null; onReload: () => void; isReloading: boolean };

function Failure({ error, onReload, isReloading }: FailureProps) {
  // The field shows the message.
  const isAtField = error instanceof Problem && error.errors?.some(({ field }) => field === 'reason');
  if (!error || isAtField) return null;
  return (
    <div className="mt-4">
      <FormFailure>
        <p>{messageOf(error, noResponse('safe'))}</p>
        {problemCodeOf(error) === 'EDIT_CONFLICT' && (
          <button
            type="button"
            disabled={isReloading}
            onClick={onReload}
            className="mt-1 font-semibold underline underline-offset-3"
          >
            Discard my changes and load the latest version
          </button>
        )}
      </FormFailure>
    </div>
  );
}

function outcomeText(order: Order, preview: EditPreview | undefined): string {
  const mail = 'The customer gets an email about the change';
  if (!preview) return `${mail}.`;
  if (preview.refund > 0) {
    const approval = preview.needsApproval
      ? ' It is above the limit, so you need to be allowed to approve refunds.'
      : '';
    return `${formatMoney(preview.refund)} is refunded at once.${approval} ${mail}.`;
  }
  if (preview.amountDue === 0) return `${mail}.`;
  if (isUnpaid(order)) return `${mail} with a link to pay.`;
  return `${mail} with a link to pay ${formatMoney(preview.amountDue)}. The order ships once that is paid.`;
}

function submitLabel(order: Order, preview: EditPreview | undefined): string {
  if (preview && preview.refund > 0) return `Save and refund ${formatMoney(preview.refund)}`;
  const due = preview && !isUnpaid(order) ? preview.amountDue : 0;
  return preview && due > 0 && due !== restDueOf(order)
    ? `Save and ask for ${formatMoney(preview.amountDue)}`
    : 'Save changes';
}
