import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { ManualMethod } from '@reprise/contract/sales/payments/payment-methods';
import { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Banknote, Send } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
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
      {can('payments.record') && order.paymentMethod !== 'channel' && (
        <Button size="sm" variant={hasLink ? 'outline' : 'primary'} onClick={() => setRecording(true)}>
          <Banknote className="size-4" aria-hidden="true" />
          Mark as paid…
        </Button>
      )}
      {recording && <RecordDialog order={order} onClose={() => setRecording(false)} />}
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

function RecordDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const amount = formatMoney(nextPaymentOf(order));
  const form = useSavedForm({
    defaultValues: { method: 'cash', reference: '', note: '' },
    schema: paymentEndpoints.recordPayment.body,
    save: (body) => api.recordPayment({ params: { id: order.id }, body }),
    done: `Order ${order.orderNumber} is paid`,
    failed: 'The payment was not recorded. You can safely try again.',
    invalidatesOnFailure: true,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Mark order ${order.orderNumber} as paid`}
      size="sm"
      onClose={onClose}
      submitLabel={`Mark ${amount} as paid`}
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          You received {amount} outside this shop. The customer gets an email, the payment link stops working,
          and you return refunds yourself.
        </p>
        <Select label="Paid by" options={methodLabels} {...form.field('method')} />
        <TextInput
          label="Reference"
          hint="Receipt or transfer number, if there is one."
          autoComplete="off"
          {...form.field('reference')}
        />
        <TextInput
          label="Note"
          hint="For your records. The customer does not see it."
          autoComplete="off"
          {...form.field('note')}
        />
      </div>
    </FormDialog>
  );
}
