import { formatMoney } from '@reprise/contract/money';
import type { Refund } from '@reprise/contract/sales/orders/order';
import { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

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
      {decision === 'approve' && <ApproveDialog orderId={orderId} refund={refund} onClose={close} />}
      {decision === 'decline' && <DeclineDialog orderId={orderId} refund={refund} onClose={close} />}
    </>
  );
}

type DialogProps = RefundDecisionProps & { onClose: () => void };

function ApproveDialog({ orderId, refund, onClose }: DialogProps) {
  const form = useSavedForm({
    defaultValues: {},
    schema: paymentEndpoints.approveRefund.body,
    save: (body) => api.approveRefund({ params: { id: orderId, refundId: refund.id }, body }),
    done: (answer) => `${formatMoney(answer.refund.amount)} will be refunded to the customer`,
    failed: 'The approval was not confirmed. You can safely try again; it refunds only once.',
    invalidatesOnFailure: true,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Approve refund"
      size="sm"
      onClose={onClose}
      submitLabel={`Refund ${formatMoney(refund.amount)}`}
      danger
    >
      <p className="text-sm">The customer gets {formatMoney(refund.amount)} back and an email about it.</p>
    </FormDialog>
  );
}

function DeclineDialog({ orderId, refund, onClose }: DialogProps) {
  const form = useSavedForm({
    defaultValues: { reason: '' },
    schema: paymentEndpoints.declineRefund.body,
    save: (body) => api.declineRefund({ params: { id: orderId, refundId: refund.id }, body }),
    done: 'Refund declined',
    failed: noResponse('retry'),
    invalidatesOnFailure: true,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title="Decline refund" size="sm" onClose={onClose} submitLabel="Decline refund">
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          The order stays cancelled, and you keep {formatMoney(refund.amount)}. The customer is not notified.
        </p>
        <TextInput
          label="Reason"
          required
          hint="For your records. The customer does not see it."
          {...form.field('reason')}
        />
      </div>
    </FormDialog>
  );
}
