import { countries } from '@reprise/contract/countries';
import { pickupCounterInput } from '@reprise/contract/foundations/pickup-counter';
import type { Settings } from '@reprise/contract/foundations/settings';
import { cents } from '@reprise/contract/money';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { readAmount, typeShortAmount } from '@reprise/contract/typed-number';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { PlaceParts } from '../../../../forms/address/place-parts.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { MoneyInput } from '../../../../ui/forms/number-input.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';

/** Sets the counter up or changes it. */
export function CounterDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const form = useSavedForm({
    defaultValues: valuesOf(settings),
    schema: pickupCounterInput,
    bodyOf: (values) => ({ ...values, price: readAmount(values.price) ?? '' }),
    save: (pickup) => api.updateSettings({ body: { pickup, version: settings.version } }),
    done: 'Counter saved',
    failed: 'The counter was not saved. Try again in a moment.',
    invalidates: [['settings']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={pickupLabel} onClose={onClose} submitLabel="Save changes">
      <div className="grid gap-4 sm:grid-cols-2">
        <Checkbox
          className="sm:col-span-2"
          label="Offer it at the checkout"
          hint="Off: orders placed before are still collected."
          {...form.field('isOffered')}
        />
        <TextInput label="Address" required fieldClassName="sm:col-span-2" {...form.field('address')} />
        <TextInput
          label="Floor, entrance, etc. (optional)"
          fieldClassName="sm:col-span-2"
          {...form.field('address2')}
        />
        <PlaceParts place={form.watch()} field={form.field} />
        <Select label="Country" required {...form.field('country')}>
          {countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextArea
          label="Hours"
          required
          rows={2}
          placeholder="Monday to Friday 10 am to 6 pm"
          fieldClassName="sm:col-span-2"
          {...form.field('hours')}
        />
        <TextArea
          label="Instructions (optional)"
          hint="What customers bring, and where they find you."
          rows={2}
          fieldClassName="sm:col-span-2"
          {...form.field('instructions')}
        />
        <MoneyInput label="Charge" hint="0 if collecting is free." {...form.field('price')} />
      </div>
    </FormDialog>
  );
}

function valuesOf({ pickup, shipTo }: Settings) {
  if (pickup) {
    const { lines: _lines, ...counter } = pickup;
    return { ...counter, price: typeShortAmount(counter.price) };
  }
  return {
    isOffered: true,
    address: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '',
    country: shipTo[0] ?? countries[0],
    hours: '',
    instructions: '',
    price: typeShortAmount(cents(0)),
  };
}
