import { Problem, problemCodeOf } from '@reprise/contract/problem';
import { type Order, type StatusChange, statusChange } from '@reprise/contract/sales/orders/order';
import { type OrderStatus, statusMailDelayMs } from '@reprise/contract/sales/orders/order-status';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { notifyFailure } from '../../../../admin-ui/notify-failure.tsx';
import { offerUndo, withdrawUndo } from '../../../../admin-ui/undo.tsx';
import { api } from '../../../../api/browser-api.ts';
import { type CheckedForm, useCheckedForm } from '../../../../forms/use-checked-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { useLastValue } from '../../../../ui/overlays/use-dialog.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { isPartlyShipped } from '../../parcels.ts';
import { useMissingPaymentText } from '../missing-payment.ts';
import { useShipProblem } from '../ship-problem.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CarrierField } from './carrier-field.tsx';
import { readLastCarrier, rememberCarrier } from './last-carrier.ts';
import { partlyShippedText } from './partly-shipped-text.ts';
import { unscannedTextOf } from './unscanned-devices.ts';
import { pressAgainText, useSecondPress } from './use-second-press.ts';

type Change = { order: Order; change: StatusChange; isUndo?: boolean };

/** Order that cannot be reopened, with the items out of stock. */
type StockShortage = { order: Order; missing: { name: string; available: number }[] };

function missingOf(error: unknown): StockShortage['missing'] {
  const items = error instanceof Problem ? error.details?.items : undefined;
  return Array.isArray(items) ? items : [];
}

/** Notice of every failed change of a status. */
export const updateFailed = 'Failed to update order status';

export type StatusChanging = ReturnType<typeof useStatusChange>;

/**
 * Changes the status of an order, with an optimistic update of the lists. Shipping asks for the parcel first,
 * cancelling for confirmation.
 */
export function useStatusChange() {
  const queries = useQueryClient();
  const [requested, setRequested] = useState<Change | null>(null);
  const [shortage, setShortage] = useState<StockShortage | null>(null);
  const saving = useMutation({
    // Runs in sequence, so that an undo never overtakes its change.
    scope: { id: 'order-status' },
    mutationFn: async ({ order, change }: Change) => {
      // Before the answer, so that the offer ends no later than the mail leaves.
      const undoEndsAt = Date.now() + statusMailDelayMs;
      const body = { ...change, seenStatus: order.status };
      return { ...(await api.changeOrderStatus({ params: { id: order.id }, body })), undoEndsAt };
    },
    onMutate: ({ order, change }) => showStatus(queries, order.id, change.status),
    onSuccess: ({ order, undoEndsAt }, { order: before, isUndo }) => {
      setRequested(null);
      if (before.status === order.status) return notify('success', 'Parcel changed');
      const label = statusLabelsOf(order.shippingMethod)[order.status].toLowerCase();
      notify('success', `Order status updated to ${label}`);
      const undo = isUndo ? undefined : undoOf(before, order);
      if (!undo) return withdrawUndo(order.id);
      offerUndo(order.id, {
        state: order.status,
        run: () => saving.mutate({ ...undo, isUndo: true }),
        detail: mailed(order.status)
          ? 'Until the email to the customer leaves, after 30 seconds.'
          : undefined,
        endsAt: undoEndsAt,
      });
    },
    onError: (error, { order }, restore) => {
      restore?.();
      if (problemCodeOf(error) !== 'OUT_OF_STOCK') notifyFailure(updateFailed, error);
      else {
        notify('error', updateFailed);
        // The dialog gives the reason.
        setShortage({ order, missing: missingOf(error) });
      }
      setRequested(null);
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const ask = (order: Order, status: OrderStatus) => {
    const change = { order, change: { status } };
    if (status === order.status) return;
    const needsAnswer = status === 'shipped' || status === 'cancelled';
    if (needsAnswer) setRequested(change);
    else saving.mutate(change);
  };
  return {
    ask,
    /** Edits carrier and tracking number of a shipped order. */
    correctParcel: (order: Order) => setRequested({ order, change: { status: 'shipped' } }),
    requested,
    answer: (change: StatusChange) => requested && saving.mutate({ order: requested.order, change }),
    dismiss: () => setRequested(null),
    shortage,
    dismissShortage: () => setShortage(null),
    saving: saving.isPending,
    savingId: saving.isPending ? saving.variables.order.id : null,
  };
}

const mailed = (status: OrderStatus) => status === 'shipped' || status === 'delivered';

/**
 * Returns the change that undoes a status change, if there is one. Leaving "cancelled" cannot undo a refund,
 * and returning to "shipped" or "delivered" would send another mail.
 */
function undoOf(before: Order, after: Order): Change | undefined {
  const { status, carrier, trackingNumber } = before;
  const canUndo = (status === 'pending' || status === 'processing') && after.status !== 'cancelled';
  return canUndo ? { order: after, change: { status, carrier, trackingNumber } } : undefined;
}

type OrderLists = { orders?: Order[] };

/** Sets the status in every loaded list. Returns a function that restores them. */
async function showStatus(queries: QueryClient, id: string, status: OrderStatus): Promise<() => void> {
  // A response in flight would restore the old status.
  await queries.cancelQueries({ queryKey: ['orders'] });
  const lists = queries.getQueriesData<OrderLists>({ queryKey: ['orders'] });
  for (const [key, list] of lists) {
    if (!list?.orders) continue;
    const shown = list.orders.map((order) => (order.id === id ? { ...order, status } : order));
    queries.setQueryData(key, { ...list, orders: shown });
  }
  return () => {
    for (const [key, list] of lists) queries.setQueryData(key, list);
  };
}

/** Dialogs of `useStatusChange`. */
export function StatusChangeDialogs({ change }: { change: StatusChanging }) {
  const { requested } = change;
  const shipping = requested?.change.status === 'shipped' ? requested.order : null;
  const cancelling = requested?.change.status === 'cancelled' ? requested.order : null;
  return (
    <>
      {shipping && (
        <ShipDialog
          order={shipping}
          saving={change.saving}
          onShip={(parcel) => change.answer({ status: 'shipped', ...parcel })}
          onClose={change.dismiss}
        />
      )}
      <CancelDialog
        order={cancelling}
        saving={change.saving}
        onCancelOrder={(answer) => change.answer({ status: 'cancelled', ...answer })}
        onClose={change.dismiss}
      />
      <ShortageDialog shortage={change.shortage} onClose={change.dismissShortage} />
    </>
  );
}

type Parcel = Pick<StatusChange, 'carrier' | 'trackingNumber'>;

type ShipDialogProps = {
  order: Order;
  saving: boolean;
  onShip: (parcel: Parcel) => void;
  onClose: () => void;
};

function ShipDialog({ order, saving, onShip, onClose }: ShipDialogProps) {
  const isCollected = order.shippingMethod === 'pickup';
  const onItsWay = order.status === 'shipped';
  const problem = useShipProblem()(order);
  const held = onItsWay ? null : problem;
  const missing = useMissingPaymentText([order]);
  const unscanned = onItsWay ? null : unscannedTextOf([order]);
  const partly = partlyShippedText([order], 'shipped');
  const second = useSecondPress(missing !== null && !onItsWay);
  const form = useCheckedForm({
    defaultValues: {
      carrier: isCollected ? '' : (order.carrier ?? readLastCarrier()),
      // The number of an earlier parcel is not the one of the rest.
      trackingNumber: isPartlyShipped(order) ? '' : (order.trackingNumber ?? ''),
    },
    schema: statusChange.pick({ carrier: true, trackingNumber: true }),
    save: async (parcel) =>
      second.press(() => {
        if (!isCollected) rememberCarrier(parcel.carrier ?? '');
        onShip(parcel);
      }),
  });
  return (
    <FormDialog
      form={{ ...form, isSaving: saving }}
      title={`${onItsWay ? 'Parcel of' : isCollected ? 'Ready to collect:' : 'Ship'} order ${order.orderNumber}`}
      size="sm"
      onClose={onClose}
      submitLabel={shipLabel({ onItsWay, isCollected, isArmed: second.isArmed })}
      danger={second.isArmed}
      failure={second.isArmed && pressAgainText}
      submitDisabled={held !== null}
    >
      <div className="grid gap-4">
        {held && <ProblemBox message={held} />}
        {missing && !held && <ProblemBox message={missing} />}
        {partly && !held && <p className="rounded-control bg-warn-tint px-3 py-2 text-sm">{partly}</p>}
        {unscanned && !held && <p className="rounded-control bg-warn-tint px-3 py-2 text-sm">{unscanned}</p>}
        {isCollected ? (
          <p className="text-ink-muted text-sm">
            The customer gets an email with the address and the hours of the counter.
          </p>
        ) : (
          <ParcelFields form={form} onItsWay={onItsWay} />
        )}
      </div>
    </FormDialog>
  );
}

type ParcelFieldsProps = {
  form: CheckedForm<{ carrier: string; trackingNumber: string }>;
  onItsWay: boolean;
};

function ParcelFields({ form, onItsWay }: ParcelFieldsProps) {
  return (
    <>
      <p className="text-ink-muted text-sm">
        {onItsWay
          ? 'The customer sees the change in the order. Send the email again to notify them.'
          : 'The customer gets an email with both. Leave them blank if you do not have them.'}
      </p>
      <CarrierField label="Carrier" {...form.field('carrier')} />
      <TextInput
        label="Tracking number"
        autoComplete="off"
        spellCheck={false}
        {...form.field('trackingNumber')}
      />
    </>
  );
}

type ShipAct = { onItsWay: boolean; isCollected: boolean; isArmed: boolean };

function shipLabel({ onItsWay, isCollected, isArmed }: ShipAct): string {
  if (onItsWay) return 'Change parcel';
  if (isCollected) return isArmed ? 'Ready without payment' : 'Mark as ready';
  return isArmed ? 'Ship without payment' : 'Mark as shipped';
}

/** Explains why a cancelled order cannot be reopened. */
function ShortageDialog({ shortage, onClose }: { shortage: StockShortage | null; onClose: () => void }) {
  const shown = useLastValue(shortage);
  return (
    <Modal
      open={shortage !== null}
      onClose={onClose}
      size="sm"
      title={`Order ${shown?.order.orderNumber ?? ''} stays cancelled`}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-sm">There is not enough stock to reopen it:</p>
      <ul className="mt-2 divide-y divide-line border-line border-y text-sm">
        {shown?.missing.map(({ name, available }) => (
          <li key={name} className="flex justify-between gap-4 py-1.5">
            <span>{name}</span>
            <span className="tabular text-bad-text">{available} left</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
