import { formatMoney } from '@reprise/contract/money';
import type { OrderStatus } from '@reprise/contract/order-status';
import { type Order, type StatusChange, statusChange } from '@reprise/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../api/browser-api.ts';
import { DialogForm } from '../../../layouts/admin/dialog-form.tsx';
import { formResolver } from '../../../layouts/admin/form-resolver.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/notify.ts';
import { TextInput } from '../../../ui/text-input.tsx';

type Change = { order: Order; change: StatusChange };

/** Changes the status of an order. Shipping asks for the parcel first, cancelling a paid order for certainty. */
export function useStatusChange() {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Change | null>(null);
  const saving = useMutation({
    mutationFn: ({ order, change }: Change) =>
      api.changeOrderStatus({ params: { id: order.id }, body: change }),
    onSuccess: ({ order }) => {
      notify('success', `Order status updated to ${order.status}`);
      setAsked(null);
    },
    onError: (error) => {
      notify('error', messageOf(error, 'Failed to update order status'));
      setAsked(null);
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const ask = (order: Order, status: OrderStatus) => {
    const change = { order, change: { status } };
    const needsAnswer = status === 'shipped' || (status === 'cancelled' && order.paymentStatus === 'paid');
    if (needsAnswer) setAsked(change);
    else saving.mutate(change);
  };
  return {
    ask,
    asked,
    answer: (change: StatusChange) => asked && saving.mutate({ order: asked.order, change }),
    dismiss: () => setAsked(null),
    saving: saving.isPending,
    savingId: saving.isPending ? saving.variables.order.id : null,
  };
}

/** The questions of `useStatusChange`. */
export function StatusChangeDialogs({ change }: { change: ReturnType<typeof useStatusChange> }) {
  const { asked } = change;
  const shipping = asked?.change.status === 'shipped' ? asked.order : null;
  const cancelling = asked?.change.status === 'cancelled' ? asked.order : null;
  return (
    <>
      <Modal
        open={shipping !== null}
        onClose={change.dismiss}
        size="sm"
        title={`Ship order ${shipping?.orderNumber ?? ''}`}
      >
        {shipping && (
          <ShipForm
            order={shipping}
            saving={change.saving}
            onShip={(parcel) => change.answer({ status: 'shipped', ...parcel })}
            onCancel={change.dismiss}
          />
        )}
      </Modal>
      <CancelDialog order={cancelling} change={change} />
    </>
  );
}

type Parcel = { carrier: string; trackingNumber: string };

type ShipFormProps = {
  order: Order;
  saving: boolean;
  onShip: (parcel: Parcel) => void;
  onCancel: () => void;
};

function ShipForm({ order, saving, onShip, onCancel }: ShipFormProps) {
  const { register, handleSubmit, formState } = useForm<Parcel>({
    defaultValues: { carrier: order.carrier ?? '', trackingNumber: order.trackingNumber ?? '' },
    resolver: formResolver(statusChange, (parcel) => ({ ...parcel, status: 'shipped' })),
  });
  return (
    <DialogForm
      onSubmit={handleSubmit(onShip)}
      onCancel={onCancel}
      submitLabel="Mark as shipped"
      saving={saving}
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          The customer gets a mail with both. Leave them blank if you do not have them.
        </p>
        <TextInput label="Carrier" {...register('carrier')} error={formState.errors.carrier?.message} />
        <TextInput
          label="Tracking number"
          autoComplete="off"
          spellCheck={false}
          {...register('trackingNumber')}
          error={formState.errors.trackingNumber?.message}
        />
      </div>
    </DialogForm>
  );
}

function CancelDialog({
  order,
  change,
}: {
  order: Order | null;
  change: ReturnType<typeof useStatusChange>;
}) {
  // The text stays while the dialog fades away.
  const last = useRef(order);
  if (order) last.current = order;
  const shown = last.current;
  return (
    <Modal
      open={order !== null}
      onClose={change.dismiss}
      size="sm"
      title={`Cancel order ${shown?.orderNumber ?? ''}`}
      footer={
        <>
          <Button variant="outline" onClick={change.dismiss}>
            Keep the order
          </Button>
          <Button
            variant="danger"
            loading={change.saving}
            onClick={() => change.answer({ status: 'cancelled' })}
          >
            Cancel and refund
          </Button>
        </>
      }
    >
      {shown && (
        <p className="text-sm">
          {formatMoney(shown.total)} goes back to the customer, the items return to stock, and a mail says so.
        </p>
      )}
    </Modal>
  );
}
