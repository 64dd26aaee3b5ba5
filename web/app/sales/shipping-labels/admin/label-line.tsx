import { formatMoney } from '@reprise/contract/money';
import type { LabelState, ParcelStatus, ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Printer } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import type { LabelCalls } from './label-calls.ts';

const stateTexts: Partial<Record<LabelState, string>> = {
  buying: 'The purchase was interrupted. Check whether it went through.',
  refunding: 'The carrier decides about the refund, which takes up to 30 days.',
  refunded: 'Refunded.',
  refused: 'The carrier refused the refund.',
};

const parcelTexts: Partial<Record<ParcelStatus, string>> = {
  in_transit: 'On its way.',
  out_for_delivery: 'With the courier.',
  delivered: 'Delivered.',
  available_for_pickup: 'Waits to be picked up.',
  return_to_sender: 'Comes back to you.',
  failure: 'Could not be delivered.',
  error: 'The carrier reports an error.',
};

type LabelLineProps = { label: ShippingLabel; calls: LabelCalls; onChanged: () => Promise<void> };

/** One label with what can be done with it. */
export function LabelLine({ label, calls, onChanged }: LabelLineProps) {
  const { id, state, carrier, service, price, trackingNumber, isTest, parcelStatus, voidProblem } = label;
  const text = stateTexts[state] ?? parcelTexts[parcelStatus];
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium">
          {carrier} {service}
        </span>
        <span className="tabular text-sm">{formatMoney(price)}</span>
        {isTest && <Badge tone="warn">Test label</Badge>}
      </div>
      {trackingNumber && <p className="tabular wrap-anywhere text-ink-muted text-sm">{trackingNumber}</p>}
      {text && <p className="text-sm">{text}</p>}
      {state === 'bought' && voidProblem !== null && (
        <p className="rounded-control bg-warn-tint px-3 py-2 text-sm">
          The return has ended, but its label could not be voided. {voidProblem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'bought' && <PrintButton id={id} calls={calls} />}
        {(state === 'buying' || state === 'refunding') && (
          <CheckButton id={id} calls={calls} onChanged={onChanged} />
        )}
        {state === 'bought' && parcelStatus === 'unknown' && (
          <RefundButton label={label} calls={calls} onChanged={onChanged} />
        )}
      </div>
    </li>
  );
}

function PrintButton({ id, calls }: Omit<ButtonProps, 'onChanged'>) {
  const opening = useMutation({
    mutationFn: () => calls.open(id),
    onError: (error) => notify('error', messageOf(error, 'The label could not be loaded. Try again.')),
  });
  return (
    <Button size="sm" loading={opening.isPending} onClick={() => opening.mutate()}>
      <Printer className="size-4" aria-hidden="true" />
      Print label
    </Button>
  );
}

type ButtonProps = { id: string; calls: LabelCalls; onChanged: () => Promise<void> };

function CheckButton({ id, calls, onChanged }: ButtonProps) {
  const checking = useMutation({
    mutationFn: () => calls.check(id),
    onSuccess: ({ label }) => {
      if (label === null) notify('info', 'Nothing was bought. You can buy the label now.');
      else if (label.state === 'bought') notify('success', 'The label was bought.');
      else if (label.state === 'refunding') notify('info', 'The carrier has not decided yet.');
    },
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
    onSettled: onChanged,
  });
  return (
    <Button variant="outline" size="sm" loading={checking.isPending} onClick={() => checking.mutate()}>
      Check
    </Button>
  );
}

function RefundButton({ label, calls, onChanged }: LabelLineProps) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsked(true)}>
        {label.voidProblem === null ? 'Refund' : 'Try again'}
      </Button>
      <DeleteDialog
        title="Refund label"
        item={asked ? label : null}
        nameOf={({ carrier, service }) => `${carrier} ${service}`}
        remove={({ id }) => calls.refund(id)}
        onDeleted={() => {
          notify('success', 'The refund was asked for.');
          void onChanged();
        }}
        failedMessage="The label was not refunded. Try again."
        onClose={() => setAsked(false)}
      >
        {() => (
          <p>
            Do not use it any more: a label that a carrier has scanned is not refunded. {calls.refundEffect}
          </p>
        )}
      </DeleteDialog>
    </>
  );
}
