import { statusChange } from '@reprise/contract/sales/orders/order';
import type { Packing } from '@reprise/contract/sales/orders/packing';
import type { RefObject } from 'react';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { CarrierField } from '../fulfillment/carrier-field.tsx';
import { readLastCarrier, rememberCarrier } from '../fulfillment/last-carrier.ts';
import { unscannedText } from '../fulfillment/unscanned-devices.ts';
import { useSecondPress } from '../fulfillment/use-second-press.ts';
import { useShipProblem } from '../ship-problem.ts';

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
  const isUnpaid = packing.paymentStatus !== 'paid' && packing.paymentStatus !== 'partly-refunded';
  const problem = useShipProblem()(packing);
  const isCollected = packing.shippingMethod === 'pickup';
  const needsSecondPress = left > 0 || isUnpaid;
  const { isArmed, press } = useSecondPress(needsSecondPress);
  const form = useSavedForm({
    defaultValues: {
      carrier: isCollected ? '' : (packing.carrier ?? readLastCarrier()),
      // The number of a parcel that has left is not the one of the next.
      trackingNumber: packing.parcels.some((sent) => sent.trackingNumber === packing.trackingNumber)
        ? ''
        : (packing.trackingNumber ?? ''),
    },
    schema: statusChange,
    bodyOf: (parcel) => ({ ...parcel, status: 'shipped', seenStatus: packing.status }),
    save: (body) => api.changeOrderStatus({ params: { id: packing.id }, body }),
    invalidatesOnFailure: true,
    onSaved: (_, { carrier }) => !isCollected && rememberCarrier(carrier ?? ''),
  });
  const tracking = form.field('trackingNumber');
  return (
    <form
      noValidate
      aria-label="Parcel"
      className="grid h-fit gap-4 rounded-tile border border-line bg-raised p-4"
      onSubmit={needsSecondPress && !isArmed ? form.handleSubmit(() => press(() => {})) : form.submit}
    >
      <address className="text-sm not-italic">
        <strong className="block">{packing.name}</strong>
        {packing.address.map((line) => (
          <span key={line} className="wrap-anywhere block">
            {line}
          </span>
        ))}
      </address>
      {isCollected ? (
        <p className="text-sm">The customer gets an email with the address and the hours of the counter.</p>
      ) : (
        <>
          <CarrierField label="Carrier" maxLength={60} {...form.field('carrier')} />
          <TextInput
            label="Tracking number"
            autoComplete="off"
            maxLength={100}
            {...tracking}
            ref={(field) => {
              tracking.ref(field);
              trackingField.current = field;
            }}
          />
        </>
      )}
      {problem && <ProblemBox message={problem} />}
      {isArmed && <p role="alert">{secondPressText(left, isUnpaid, isCollected)}</p>}
      {form.failure && <ProblemBox message={form.failure} />}
      <Button type="submit" size="lg" disabled={problem !== null} loading={form.isSaving || isScanning}>
        {isCollected ? (isArmed ? 'Ready anyway' : 'Ready to collect') : isArmed ? 'Ship anyway' : 'Ship'}
      </Button>
    </form>
  );
}

function secondPressText(left: number, isUnpaid: boolean, isCollected: boolean): string {
  const sentences = [left > 0 && unscannedText(left), isUnpaid && 'No money was received.'];
  return [
    ...sentences.filter(Boolean),
    isCollected ? 'Press again if it is ready.' : 'Press again to ship.',
  ].join(' ');
}
