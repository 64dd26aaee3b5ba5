import { statusChange } from '@reprise/contract/sales/orders/order';
import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import type { OrderSummary } from '@reprise/contract/sales/orders/orders';
import { pickupLabel, statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { isPartlyShipped } from '../../parcels.ts';
import { useMissingPaymentText } from '../missing-payment.ts';
import { useShipProblem } from '../ship-problem.ts';
import { CarrierField } from './carrier-field.tsx';
import { readLastCarrier, rememberCarrier } from './last-carrier.ts';
import { updateFailed } from './status-change.tsx';
import { unscannedTextOf } from './unscanned-devices.ts';
import { pressAgainText, useSecondPress } from './use-second-press.ts';

type Result = { shipped: boolean; message: string | null };

type BulkShipDialogProps = { orders: OrderSummary[]; onClose: (done: boolean) => void };

/** Ships several orders, each with its tracking number and result. */
export function BulkShipDialog({ orders, onClose }: BulkShipDialogProps) {
  const unsent = orders.filter(({ status }) => status === 'pending' || status === 'processing');
  // A copy, because the list reloads behind the dialog.
  const problemOf = useShipProblem();
  const [held] = useState(() => unsent.filter((order) => problemOf(order) !== null));
  const [shownParcels] = useState(() => unsent.filter((order) => problemOf(order) === null));
  const leftOut = orders.length - shownParcels.length - held.length;
  const [carrier, setCarrier] = useState(readLastCarrier);
  const [numbers, setNumbers] = useState<Record<string, string>>({});
  const [results, setResults] = useState<Record<string, Result>>({});
  const open = shownParcels.filter(({ id }) => !results[id]?.shipped);
  const problems = problemsOf(open, carrier, numbers);
  const fields = useScannedFields();
  const ship = useShip(setResults);
  const done = open.length < shownParcels.length;
  const missing = useMissingPaymentText(open);
  const unscanned = unscannedTextOf(open);
  const second = useSecondPress(missing !== null);
  const shipOpen = () => {
    rememberCarrier(carrier);
    ship.mutate(open.map((order) => changeOf(order, carrier, numbers)));
  };
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
              ref={fields.button}
              variant={second.isArmed ? 'danger' : 'primary'}
              loading={ship.isPending}
              disabled={problems.size > 0}
              onClick={(event) => second.press(shipOpen, event)}
            >
              {second.isArmed ? 'Ship without payment' : done ? 'Retry the rest' : 'Mark as shipped'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {ship.isError && <FormFailure>{messageOf(ship.error, noResponse('safe'))}</FormFailure>}
        {missing && <ProblemBox message={missing} />}
        {unscanned && <p className="rounded-control bg-warn-tint px-3 py-2 text-sm">{unscanned}</p>}
        {second.isArmed && <FormFailure>{pressAgainText}</FormFailure>}
        <ShipHint leftOut={leftOut} held={held} />
        <CarrierField
          label="Carrier of all parcels"
          value={carrier}
          fieldClassName="max-w-60"
          onChange={(event) => setCarrier(event.target.value)}
        />
        <ul ref={fields.ref} className="divide-y divide-line border-line border-y">
          {shownParcels.map((order, index) => (
            <ParcelRow
              key={order.id}
              order={order}
              number={numbers[order.id] ?? ''}
              result={results[order.id]}
              problem={problems.get(order.id) ?? null}
              onChange={(number) => setNumbers({ ...numbers, [order.id]: number })}
              onKeyDown={fields.onKeyDown}
              onPaste={(event) => fillDown(event, shownParcels.slice(index), setNumbers)}
            />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function ShipHint({ leftOut, held }: { leftOut: number; held: OrderSummary[] }) {
  const problemOf = useShipProblem();
  return (
    <>
      {held.map((order) => (
        <ProblemBox key={order.id} message={`${order.orderNumber} is left out. ${problemOf(order) ?? ''}`} />
      ))}
      <p className="text-ink-muted text-sm">
        Every customer gets an email. Scan the parcels one after the other, or paste a column from a
        spreadsheet. Leave a number blank if you do not have it.
        {leftOut > 0 && ` ${leftOut} of the selected orders cannot be shipped and are left out.`}
      </p>
    </>
  );
}

type ParcelRowProps = {
  order: OrderSummary;
  number: string;
  result: Result | undefined;
  problem: string | null;
  onChange: (number: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
};

function ParcelRow({ order, number, result, problem, onChange, onKeyDown, onPaste }: ParcelRowProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[1fr_15rem]">
      <p className="text-sm">
        <span className="tabular font-medium">{order.orderNumber}</span>{' '}
        <span className="text-ink-muted">
          {order.shippingAddress.name}, {order.shippingAddress.city}
          {isPartlyShipped(order) && ' · the rest of a partly shipped order'}
        </span>
      </p>
      {result?.shipped ? (
        <StatusDot tone="good">{statusLabelsOf(order.shippingMethod).shipped}</StatusDot>
      ) : order.shippingMethod === 'pickup' ? (
        <p className="text-sm">{result?.message ?? pickupLabel}</p>
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
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      )}
    </li>
  );
}

/** The first field has the focus; Enter, which ends a scan, moves on to the next field and then to the button. */
function useScannedFields() {
  const ref = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const inputs = () => [...(ref.current?.querySelectorAll('input') ?? [])];
  useLayoutEffect(() => {
    const first = ref.current?.querySelector('input');
    // The attribute applies to the dialog, which opens after this.
    first?.setAttribute('autofocus', '');
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const next = inputs()[inputs().indexOf(event.currentTarget) + 1];
    if (next) next.select();
    else button.current?.focus();
  };
  return { ref, button, onKeyDown };
}

type Parcel = { status: 'shipped'; carrier: string; trackingNumber: string };

const toParcel = (carrier: string, number = ''): Parcel => ({
  status: 'shipped',
  carrier: carrier.trim(),
  trackingNumber: number.trim(),
});

/** Returns the parcel of an order; one that is collected has neither a carrier nor a number. */
const parcelOf = (
  { id, shippingMethod }: OrderSummary,
  carrier: string,
  numbers: Record<string, string>,
): Parcel => (shippingMethod === 'pickup' ? toParcel('') : toParcel(carrier, numbers[id]));

function changeOf(order: OrderSummary, carrier: string, numbers: Record<string, string>) {
  return { id: order.id, seenStatus: order.status, ...parcelOf(order, carrier, numbers) };
}

/** Returns what is wrong with the parcels, by order; a number scanned twice is wrong the second time. */
function problemsOf(open: OrderSummary[], carrier: string, numbers: Record<string, string>) {
  const problems = new Map<string, string>();
  const orderOfNumber = new Map<string, string>();
  for (const order of open) {
    const { id, orderNumber } = order;
    const parcel = parcelOf(order, carrier, numbers);
    const checked = statusChange.safeParse(parcel);
    const other = parcel.trackingNumber && orderOfNumber.get(parcel.trackingNumber);
    if (!checked.success) problems.set(id, checked.error.issues[0]?.message ?? 'Check this number');
    else if (other) problems.set(id, `This number is already on ${other}`);
    else orderOfNumber.set(parcel.trackingNumber, orderNumber);
  }
  return problems;
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
