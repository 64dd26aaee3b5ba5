import type { Packing } from '@reprise/contract/orders/packing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { CarrierField } from '../fulfillment/carrier-field.tsx';
import { readLastCarrier, rememberCarrier } from '../fulfillment/last-carrier.ts';
import { useSecondPress } from '../fulfillment/use-second-press.ts';

type ShipFormProps = {
  packing: Packing;
  /** Devices that are still to be scanned. */
  left: number;
  /** A scan is still being answered: `left` is not final yet, and a press would ask for what is about to be done. */
  isScanning: boolean;
  trackingField: RefObject<HTMLInputElement | null>;
};

/** Address and parcel; ships the order. Without all scans or without a payment it asks for a second press. */
export function ShipForm({ packing, left, isScanning, trackingField }: ShipFormProps) {
  const queries = useQueryClient();
  const [carrier, setCarrier] = useState(packing.carrier ?? readLastCarrier());
  const [trackingNumber, setTrackingNumber] = useState(packing.trackingNumber ?? '');
  const isUnpaid = packing.paymentStatus !== 'paid' && packing.paymentStatus !== 'partly-refunded';
  const { isArmed, press } = useSecondPress(left > 0 || isUnpaid);
  const ship = useMutation({
    mutationFn: () =>
      api.changeOrderStatus({
        params: { id: packing.id },
        body: { status: 'shipped', carrier, trackingNumber, seenStatus: packing.status },
      }),
    onSuccess: () => rememberCarrier(carrier),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <form
      noValidate
      aria-label="Parcel"
      className="grid h-fit gap-4 rounded-tile border border-line bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault();
        press(() => ship.mutate());
      }}
    >
      <address className="text-sm not-italic">
        <strong className="block">{packing.name}</strong>
        {packing.address.map((line) => (
          <span key={line} className="wrap-anywhere block">
            {line}
          </span>
        ))}
      </address>
      <CarrierField
        label="Carrier"
        maxLength={60}
        value={carrier}
        onChange={(event) => setCarrier(event.target.value)}
      />
      <TextInput
        ref={trackingField}
        label="Tracking number"
        autoComplete="off"
        maxLength={100}
        value={trackingNumber}
        onChange={(event) => setTrackingNumber(event.target.value)}
      />
      {isArmed && <p role="alert">{secondPressText(left, isUnpaid)}</p>}
      {ship.isError && <ProblemBox message={messageOf(ship.error, noResponse('safe'))} />}
      <Button type="submit" size="lg" loading={ship.isPending || isScanning}>
        {isArmed ? 'Ship anyway' : 'Ship'}
      </Button>
    </form>
  );
}

function secondPressText(left: number, isUnpaid: boolean): string {
  const sentences = [
    left > 0 &&
      `${left === 1 ? 'A device was' : `${left} devices were`} not scanned: the shop will note those on sale longest.`,
    isUnpaid && 'No money was received.',
  ];
  return [...sentences.filter(Boolean), 'Press again to ship.'].join(' ');
}
