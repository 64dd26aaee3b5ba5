import type { Order } from '@reprise/contract/sales/orders/order';
import { type ExemptionDecision, exemptionHold } from '@reprise/contract/sales/orders/tax/exemption';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { formatDateTime } from '../../../../formats.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';

/** State of an order without tax, with the decision about its VAT number. */
export function OrderExemption({ order }: { order: Order }) {
  const can = usePermissions();
  const { exemption, status } = order;
  const vatNumber = order.billing?.vatNumber ?? '';
  if (!exemption) return null;
  const hold = exemptionHold(exemption.status);
  const isOpen = status === 'pending' || status === 'processing';
  const { decidedAt } = exemption;
  return (
    <section
      aria-label="Tax exemption"
      className={`grid gap-3 rounded-control px-4 py-3 text-sm ${hold && isOpen ? 'bg-warn-tint' : 'bg-raised'}`}
    >
      <p>
        {hold && isOpen ? hold : 'This order has no tax, because of its VAT number.'}{' '}
        {vatNumber && (
          <>
            VAT number <strong className="tabular wrap-anywhere">{vatNumber}</strong>
            {decidedAt && `, ${exemption.status} on ${formatDateTime(decidedAt)}`}.
          </>
        )}
      </p>
      {isOpen && can('orders.edit') && (
        <Decision order={order} vatNumber={vatNumber} current={exemption.status} />
      )}
    </section>
  );
}

type DecisionProps = { order: Order; vatNumber: string; current: string };

function Decision({ order, vatNumber, current }: DecisionProps) {
  const queries = useQueryClient();
  const deciding = useMutation({
    mutationFn: (status: ExemptionDecision['status']) =>
      api.decideExemption({ params: { id: order.id }, body: { status, vatNumber } }),
    onSuccess: ({ order: { exemption } }) =>
      notify(
        'success',
        exemption?.status === 'checked'
          ? 'The order can ship without tax'
          : exemption
            ? 'The order does not ship until its number is valid'
            : 'The order has its tax, and its customer pays the new total',
      ),
    onError: (error) => notify('error', messageOf(error, 'The decision was not saved. Try again.')),
    onSettled: () => queries.invalidateQueries(),
  });
  const button = (status: ExemptionDecision['status'], label: string) => (
    <Button
      size="sm"
      variant={status === 'checked' ? 'primary' : 'outline'}
      loading={deciding.isPending && deciding.variables === status}
      disabled={deciding.isPending}
      onClick={() => deciding.mutate(status)}
    >
      {label}
    </Button>
  );
  return (
    <p className="flex flex-wrap gap-2">
      {current !== 'checked' && button('checked', 'Number checked')}
      {current !== 'invalid' && button('invalid', 'Number is not valid')}
    </p>
  );
}
