import type { Packing } from '@reprise/contract/sales/orders/packing';
import { newParcel } from '@reprise/contract/sales/orders/parcels';
import { readWhole } from '@reprise/contract/typed-number';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { CarrierField } from '../fulfillment/carrier-field.tsx';
import { readLastCarrier, rememberCarrier } from '../fulfillment/last-carrier.ts';
import type { Taken } from './use-counted.ts';

type PartParcelProps = { packing: Packing; taken: Taken };

/** Button that sends a part of the order now; the rest stays to be packed. */
export function PartParcel({ packing, taken }: PartParcelProps) {
  const [isOpen, setOpen] = useState(false);
  const units = packing.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (units < 2) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Ship a part of it
      </Button>
      {isOpen && <PartDialog packing={packing} taken={taken} onClose={() => setOpen(false)} />}
    </>
  );
}

type Values = {
  /** Chosen devices of each line, and the typed number of counted ones. */
  lines: { devices: boolean[]; quantity: string }[];
  carrier: string;
  trackingNumber: string;
};

/** Devices of a line that were scanned. */
const scannedIn = ({ devices }: Packing['lines'][number]) => devices.filter(({ isAssumed }) => !isAssumed);

function bodyOf({ lines }: Packing, { lines: chosen, carrier, trackingNumber }: Values) {
  return {
    lines: lines.flatMap((line, index) => {
      const typed = chosen[index];
      const units = scannedIn(line).flatMap(({ number }, at) => (typed?.devices[at] ? [number] : []));
      const quantity = line.isScanned ? units.length : (readWhole(typed?.quantity ?? '') ?? 0);
      return quantity !== 0 ? [{ product: line.product, quantity, units }] : [];
    }),
    carrier,
    trackingNumber,
  };
}

function PartDialog({ packing, taken, onClose }: PartParcelProps & { onClose: () => void }) {
  const key = useRef(crypto.randomUUID());
  const form = useSavedForm({
    defaultValues: {
      lines: packing.lines.map((line) => ({
        devices: scannedIn(line).map(() => true),
        quantity: String(taken[line.product] ?? 0),
      })),
      carrier: packing.carrier ?? readLastCarrier(),
      // The number of an earlier parcel is not the one of this.
      trackingNumber: packing.parcels.length > 0 ? '' : (packing.trackingNumber ?? ''),
    } as Values,
    schema: newParcel,
    bodyOf: (values: Values) => bodyOf(packing, values),
    save: (body) => api.shipParcel({ params: { id: packing.id }, body }, { idempotencyKey: key.current }),
    done: 'The parcel is on its way. The rest stays to be packed.',
    onSaved: (_, { carrier }) => {
      rememberCarrier(carrier ?? '');
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Ship a part of it" onClose={onClose} submitLabel="Ship this parcel">
      <div className="grid gap-5">
        {packing.lines
          .map((line, index) => ({ line, index }))
          .filter(({ line }) => line.quantity > 0)
          .map(({ line, index }) => (
            <fieldset key={line.product} className="grid gap-2">
              <legend className="mb-1 wrap-anywhere font-medium text-sm">{line.name}</legend>
              {line.isScanned ? (
                <>
                  {scannedIn(line).map(({ number }, at) => (
                    <Checkbox key={number} label={number} {...form.field(`lines.${index}.devices.${at}`)} />
                  ))}
                  {scannedIn(line).length === 0 && (
                    <p className="text-ink-muted text-sm">None is scanned yet.</p>
                  )}
                </>
              ) : (
                <WholeNumberInput
                  label={`In this parcel, of ${line.quantity}`}
                  {...form.field(`lines.${index}.quantity`)}
                />
              )}
            </fieldset>
          ))}
        {form.formState.errors.lines?.message && (
          <p role="alert" className="text-bad-text text-sm">
            {form.formState.errors.lines.message}
          </p>
        )}
        <CarrierField label="Carrier" maxLength={60} {...form.field('carrier')} />
        <TextInput
          label="Tracking number"
          autoComplete="off"
          maxLength={64}
          {...form.field('trackingNumber')}
        />
      </div>
    </FormDialog>
  );
}
