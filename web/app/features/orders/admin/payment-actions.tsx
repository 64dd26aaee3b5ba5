import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/orders/order';
import { type ManualMethod, manualMethods } from '@reprise/contract/payments/payment-methods';
import { paymentEndpoints } from '@reprise/contract/payments/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Banknote, Send } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useStoreSettings } from '../../settings/store-settings.ts';
import { nextPaymentOf, restDueOf } from '../payment-due.ts';

/** Primary actions of an order with an amount to pay: mail the payment link, or record a payment received otherwise. */
export function PaymentActions({ order }: { order: Order }) {
  const can = usePermissions();
  const [recording, setRecording] = useState(false);
  const isClosed = useStoreSettings()?.paymentProcessor === 'none';
  const isPayable = order.status === 'pending' || (order.status === 'processing' && restDueOf(order) > 0);
  const hasLink = isPayable && order.shippingAddress.email !== '' && can('messages.send') && !isClosed;
  return (
    <>
      {hasLink && <SendLinkButton order={order} />}
      {can('payments.record') && (
        <Button size="sm" variant={hasLink ? 'outline' : 'primary'} onClick={() => setRecording(true)}>
          <Banknote className="size-4" aria-hidden="true" />
          Mark as paid…
        </Button>
      )}
      <Modal
        open={recording}
        onClose={() => setRecording(false)}
        size="sm"
        title={`Mark order ${order.orderNumber} as paid`}
      >
        {recording && <RecordForm order={order} onDone={() => setRecording(false)} />}
      </Modal>
    </>
  );
}

function SendLinkButton({ order }: { order: Order }) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () =>
      api.sendOrderMail({
        params: { id: order.id },
        body: { kind: restDueOf(order) > 0 ? 'order-edited' : 'order-placed' },
      }),
    onSuccess: () => {
      notify('success', `The payment link was sent to ${order.shippingAddress.email}`);
      void queries.invalidateQueries({ queryKey: ['mails'] });
    },
    onError: (error) => notify('error', messageOf(error, 'The payment link could not be sent. Try again.')),
  });
  return (
    <Button size="sm" loading={sending.isPending} onClick={() => sending.mutate()}>
      <Send className="size-4" aria-hidden="true" />
      Send payment link
    </Button>
  );
}

const methodLabels: Record<ManualMethod, string> = { cash: 'Cash', transfer: 'Bank transfer' };

type Recording = { method: ManualMethod; reference: string; note: string };

function RecordForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const queries = useQueryClient();
  const amount = formatMoney(nextPaymentOf(order));
  const { register, handleSubmit, formState } = useForm<Recording>({
    defaultValues: { method: 'cash', reference: '', note: '' },
    resolver: formResolver(paymentEndpoints.recordPayment.body, (values: Recording) => values),
  });
  const saving = useMutation({
    mutationFn: (body: Recording) => api.recordPayment({ params: { id: order.id }, body }),
    onSuccess: () => {
      notify('success', `Order ${order.orderNumber} is paid`);
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <DialogForm
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={`Mark ${amount} as paid`}
      saving={saving.isPending}
      failure={
        saving.isError && messageOf(saving.error, 'The payment was not recorded. You can safely try again.')
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          You received {amount} outside this shop. The customer gets an email, the payment link stops working,
          and you return refunds yourself.
        </p>
        <Select label="Paid by" {...register('method')} error={formState.errors.method?.message}>
          {manualMethods.map((method) => (
            <option key={method} value={method}>
              {methodLabels[method]}
            </option>
          ))}
        </Select>
        <TextInput
          label="Reference"
          hint="Receipt or transfer number, if there is one."
          autoComplete="off"
          {...register('reference')}
          error={formState.errors.reference?.message}
        />
        <TextInput
          label="Note"
          hint="For your records. The customer does not see it."
          autoComplete="off"
          {...register('note')}
          error={formState.errors.note?.message}
        />
      </div>
    </DialogForm>
  );
}
