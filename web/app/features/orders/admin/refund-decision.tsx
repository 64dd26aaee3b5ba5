import { formatMoney } from '@reprise/contract/money';
import type { Refund } from '@reprise/contract/orders/order';
import { paymentEndpoints } from '@reprise/contract/payments/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type RefundDecisionProps = { orderId: string; refund: Refund };

/** Approves or declines the pending refund of a cancelled order. */
export function RefundDecision({ orderId, refund }: RefundDecisionProps) {
  const [decision, setDecision] = useState<'approve' | 'decline' | null>(null);
  const close = () => setDecision(null);
  const mayDecide = usePermissions()('refunds.approve');
  return (
    <>
      <p className="mt-1 text-ink-muted">
        The order was cancelled. Its refund is above the limit and needs approval.
      </p>
      {mayDecide && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setDecision('approve')}>
            Approve refund…
          </Button>
          <Button size="sm" variant="outline" onClick={() => setDecision('decline')}>
            Decline…
          </Button>
        </div>
      )}
      <Modal open={decision === 'approve'} onClose={close} size="sm" title="Approve refund">
        {decision === 'approve' && <ApproveForm orderId={orderId} refund={refund} onDone={close} />}
      </Modal>
      <Modal open={decision === 'decline'} onClose={close} size="sm" title="Decline refund">
        {decision === 'decline' && <DeclineForm orderId={orderId} refund={refund} onDone={close} />}
      </Modal>
    </>
  );
}

type FormProps = RefundDecisionProps & { onDone: () => void };

function ApproveForm({ orderId, refund, onDone }: FormProps) {
  const queries = useQueryClient();
  const approving = useMutation({
    mutationFn: () => api.approveRefund({ params: { id: orderId, refundId: refund.id }, body: {} }),
    onSuccess: (answer) => {
      notify('success', `${formatMoney(answer.refund.amount)} will be refunded to the customer`);
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        approving.mutate();
      }}
      onCancel={onDone}
      submitLabel={`Refund ${formatMoney(refund.amount)}`}
      saving={approving.isPending}
      danger
      failure={
        approving.isError &&
        messageOf(
          approving.error,
          'The approval was not confirmed. You can safely try again; it refunds only once.',
        )
      }
    >
      <p className="text-sm">The customer gets {formatMoney(refund.amount)} back and an email about it.</p>
    </DialogForm>
  );
}

function DeclineForm({ orderId, refund, onDone }: FormProps) {
  const queries = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: formResolver(paymentEndpoints.declineRefund.body, (values: { reason: string }) => values),
  });
  const declining = useMutation({
    mutationFn: (body: { reason: string }) =>
      api.declineRefund({ params: { id: orderId, refundId: refund.id }, body }),
    onSuccess: () => {
      notify('success', 'Refund declined');
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <DialogForm
      onSubmit={handleSubmit((values) => declining.mutate(values))}
      onCancel={onDone}
      submitLabel="Decline refund"
      saving={declining.isPending}
      failure={declining.isError && messageOf(declining.error, noResponse('retry'))}
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          The order stays cancelled, and you keep {formatMoney(refund.amount)}. The customer is not notified.
        </p>
        <TextInput
          label="Reason"
          required
          hint="For your records. The customer does not see it."
          {...register('reason')}
          error={formState.errors.reason?.message}
        />
      </div>
    </DialogForm>
  );
}
