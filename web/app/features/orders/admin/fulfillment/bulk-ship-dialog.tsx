import { statusChange } from '@reprise/contract/orders/order';
import type { OrderStatus } from '@reprise/contract/orders/order-status';
import type { OrderSummary } from '@reprise/contract/orders/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { messageOf } from '../../../../admin-ui/error-message.ts';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { useMissingPaymentText } from '../missing-payment.ts';
import { CarrierField } from './carrier-field.tsx';
import { updateFailed } from './status-change.tsx';
import { pressAgainText, useSecondPress } from './use-second-press.ts';

type Result = { shipped: boolean; message: string | null };

type BulkShipDialogProps = { orders: OrderSummary[]; onClose: (done: boolean) => void };

/** Ships several orders, each with its tracking number and result. */
export function BulkShipDialog({ orders, onClose }: BulkShipDialogProps) {
  const parcels = orders.filter(({ status }) => status === 'pending' || status === 'processing');
  const [shownParcels] = useState(parcels);
  const leftOut = orders.length - shownParcels.length;
  const [carrier, setCarrier] = useState('');
  const [numbers, setNumbers] = useState<Record<string, string>>({});
  const [results, setResults] = useState<Record<string, Result>>({});
  const open = shownParcels.filter(({ id }) => !results[id]?.shipped);
  const invalid = open.filter(({ id }) => problemOf(carrier, numbers[id]) !== null);
  const ship = useShip(setResults);
  const done = open.length < shownParcels.length;
  const missing = useMissingPaymentText(open);
  const second = useSecondPress(missing !== null);
  const shipOpen = () =>
    ship.mutate(
      open.map(({ id, status }) => ({ id, seenStatus: status, ...toParcel(carrier, numbers[id]) })),
    );
  return (
    <Modal
      open
      onClose={() => onClose(done)}
      size="lg"
      title={`Ship ${shownParcels.length} ${shownParcels.length === 1 ? 'order' : 'orders'}`}
      footer={
        <>
          <Button variant="outline" onClick={() => onClose(done)}>
            {open.length === 0 ? 'Close' : 'Cancel'}
          </Button>
          {open.length > 0 && (
            <Button
              variant={second.isArmed ? 'danger' : 'primary'}
              loading={ship.isPending}
              disabled={invalid.length > 0}
              onClick={() => second.press(shipOpen)}
            >
              {second.isArmed ? 'Ship without payment' : done ? 'Retry the rest' : 'Mark as shipped'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {ship.isError && (
          <FormFailure>
            {messageOf(ship.error, 'The shop did not respond. You can safely try again.')}
          </FormFailure>
        )}
        {missing && <ProblemBox message={missing} />}
        {second.isArmed && <FormFailure>{pressAgainText}</FormFailure>}
        <p className="text-ink-muted text-sm">
          Every customer gets an email. Leave a number blank if you do not have it; a column pasted from a
          spreadsheet fills the fields below it.
          {leftOut > 0 && ` ${leftOut} of the selected orders cannot be shipped and are left out.`}
        </p>
        <CarrierField
          label="Carrier of all parcels"
          value={carrier}
          fieldClassName="max-w-60"
          onChange={(event) => setCarrier(event.target.value)}
        />
        <ul className="divide-y divide-line border-line border-y">
          {shownParcels.map((order, index) => (
            <ParcelRow
              key={order.id}
              order={order}
              number={numbers[order.id] ?? ''}
              result={results[order.id]}
              problem={problemOf(carrier, numbers[order.id])}
              onChange={(number) => setNumbers({ ...numbers, [order.id]: number })}
              onPaste={(event) => fillDown(event, shownParcels.slice(index), setNumbers)}
            />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

type ParcelRowProps = {
  order: OrderSummary;
  number: string;
  result: Result | undefined;
  problem: string | null;
  onChange: (number: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
};

function ParcelRow({ order, number, result, problem, onChange, onPaste }: ParcelRowProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[1fr_15rem]">
      <p className="text-sm">
        <span className="tabular font-medium">{order.orderNumber}</span>{' '}
        <span className="text-ink-muted">
          {order.shippingAddress.name}, {order.shippingAddress.city}
        </span>
      </p>
      {result?.shipped ? (
        <StatusDot tone="good">Shipped</StatusDot>
      ) : (
        <TextInput
          label={`Tracking number of ${order.orderNumber}`}
          labelHidden
          placeholder="Tracking number"
          autoComplete="off"
          spellCheck={false}
          value={number}
          error={problem ?? result?.message ?? undefined}
          onChange={(event) => onChange(event.target.value)}
          onPaste={onPaste}
        />
      )}
    </li>
  );
}

type Parcel = { status: 'shipped'; carrier: string; trackingNumber: string };

const toParcel = (carrier: string, number = ''): Parcel => ({
  status: 'shipped',
  carrier: carrier.trim(),
  trackingNumber: number.trim(),
});

function problemOf(carrier: string, number: string | undefined): string | null {
  const checked = statusChange.safeParse(toParcel(carrier, number));
  return checked.success ? null : (checked.error.issues[0]?.message ?? null);
}

function useShip(onResults: (add: (before: Record<string, Result>) => Record<string, Result>) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: (Parcel & { id: string; seenStatus: OrderStatus })[]) =>
      api.changeOrderStatuses({ body: { changes } }),
    onSuccess: ({ outcomes }) => {
      const shipped = outcomes.filter(({ changed }) => changed).length;
      if (shipped > 0) notify('success', `${shipped} ${shipped === 1 ? 'order' : 'orders'} shipped`);
      if (shipped < outcomes.length) notify('error', updateFailed);
      const added = outcomes.map(({ id, changed, message }) => [id, { shipped: changed, message }]);
      onResults((before) => ({ ...before, ...Object.fromEntries(added) }));
    },
    onError: () => notify('error', updateFailed),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** Distributes pasted lines over this field and those below it. */
function fillDown(
  event: ClipboardEvent<HTMLInputElement>,
  below: OrderSummary[],
  setNumbers: (change: (before: Record<string, string>) => Record<string, string>) => void,
) {
  const lines = event.clipboardData.getData('text').trim().split(/\r?\n/);
  if (lines.length < 2) return;
  event.preventDefault();
  const pasted = below.slice(0, lines.length).map(({ id }, index) => [id, lines[index]?.trim() ?? '']);
  setNumbers((before) => ({ ...before, ...Object.fromEntries(pasted) }));
}
