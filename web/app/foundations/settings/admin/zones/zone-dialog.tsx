import type { Settings } from '@reprise/contract/foundations/settings';
import { type ShippingZoneInput, shippingZoneInput } from '@reprise/contract/foundations/shipping-zones';
import type { ShippingZone } from '@reprise/contract/sales/orders/shipping/zones';
import { readAmount, readWhole, typeShortAmount } from '@reprise/contract/typed-number';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { MoneyInput, WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';

type Values = Record<
  | ('name' | 'freeShippingThreshold' | 'standardShippingRate' | 'expressShippingRate')
  | ('standardDaysFrom' | 'standardDaysTo' | 'expressDays' | 'priceNote'),
  string
> & { countries: string[]; carrierRates: boolean; takesTaxOff: boolean };

type ZoneDialogProps = {
  settings: Settings;
  /** Missing for a new zone. */
  zone?: ShippingZone | undefined;
  onClose: () => void;
};

/** Adds a zone or changes one. */
export function ZoneDialog({ settings, zone, onClose }: ZoneDialogProps) {
  const { shippingZones, version } = settings;
  const others = shippingZones.filter((one) => one !== zone);
  const form = useSavedForm({
    defaultValues: valuesOf(settings, zone),
    schema: shippingZoneInput,
    bodyOf: wireOf,
    save: (body) => api.updateSettings({ body: { shippingZones: replaced(settings, zone, body), version } }),
    done: zone ? 'Zone saved' : 'Zone added',
    failed: 'The zone was not saved. Try again in a moment.',
    invalidates: [['settings']],
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={zone ? `Edit ${zone.name}` : 'Add zone'}
      onClose={onClose}
      submitLabel={zone ? 'Save changes' : 'Add zone'}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label="Name"
          required
          hint="Shown on the page about shipping."
          fieldClassName="sm:col-span-2"
          {...form.field('name')}
        />
        <CountryBoxes
          countries={settings.shipTo}
          others={others}
          field={form.register('countries')}
          error={form.formState.errors.countries?.message}
        />
        <MoneyInput
          label="Free Shipping Threshold"
          hint="Orders above it ship free."
          fieldClassName="sm:col-span-2"
          {...form.field('freeShippingThreshold')}
        />
        <MoneyInput label="Standard Shipping Rate" {...form.field('standardShippingRate')} />
        <MoneyInput label="Express Shipping Rate" {...form.field('expressShippingRate')} />
        <WholeNumberInput
          label="Standard Delivery From (business days)"
          {...form.field('standardDaysFrom')}
        />
        <WholeNumberInput label="Standard Delivery To (business days)" {...form.field('standardDaysTo')} />
        <WholeNumberInput label="Express Delivery (business days)" {...form.field('expressDays')} />
        <Checkbox
          className="sm:col-span-2"
          label="Charge the rates of carriers"
          hint="The rates above count where the carriers do not answer."
          {...form.field('carrierRates')}
        />
        <TextInput
          label="Words beside prices"
          placeholder="incl. VAT, plus shipping"
          hint="For shoppers of these countries. Blank: “Prices include tax” if they do. Ask a tax adviser which words a country requires."
          fieldClassName="sm:col-span-2"
          {...form.field('priceNote')}
        />
        {settings.pricesIncludeTax && (
          <Checkbox
            className="sm:col-span-2"
            label="Take your tax off where the rate is 0"
            hint="For exports: prices and shipping lose the tax of your country, which is that of your VAT number or else the first you ship to."
            {...form.field('takesTaxOff')}
          />
        )}
      </div>
    </FormDialog>
  );
}

type CountryBoxesProps = {
  countries: string[];
  others: ShippingZone[];
  field: object;
  error: string | undefined;
};

/** Countries that the store ships to; those of other zones cannot be chosen. */
function CountryBoxes({ countries, others, field, error }: CountryBoxesProps) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1 font-medium text-sm">Countries</legend>
      <div className="grid max-h-56 gap-x-4 overflow-y-auto rounded-control border border-line px-3 py-1 sm:grid-cols-2">
        {countries.map((country) => {
          const other = others.find((zone) => zone.countries.some((one) => one === country));
          return (
            <Checkbox
              key={country}
              label={other ? `${country} (in ${other.name})` : country}
              value={country}
              disabled={other !== undefined}
              {...field}
            />
          );
        })}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-bad-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Returns the zones with one added or changed. */
function replaced({ shippingZones }: Settings, zone: ShippingZone | undefined, body: ShippingZoneInput) {
  return zone ? shippingZones.map((one) => (one === zone ? body : one)) : [...shippingZones, body];
}

function valuesOf(settings: Settings, zone: ShippingZone | undefined): Values {
  const terms = zone ?? settings;
  return {
    name: zone?.name ?? '',
    countries: zone?.countries ?? [],
    freeShippingThreshold: typeShortAmount(terms.freeShippingThreshold),
    standardShippingRate: typeShortAmount(terms.standardShippingRate),
    expressShippingRate: typeShortAmount(terms.expressShippingRate),
    standardDaysFrom: String(terms.standardDaysFrom),
    standardDaysTo: String(terms.standardDaysTo),
    expressDays: String(terms.expressDays),
    carrierRates: terms.carrierRates,
    takesTaxOff: zone?.takesTaxOff ?? false,
    priceNote: zone?.priceNote ?? settings.priceNote,
  };
}

const wireOf = (values: Values) => ({
  ...values,
  freeShippingThreshold: readAmount(values.freeShippingThreshold) ?? '',
  standardShippingRate: readAmount(values.standardShippingRate) ?? '',
  expressShippingRate: readAmount(values.expressShippingRate) ?? '',
  standardDaysFrom: readWhole(values.standardDaysFrom) ?? '',
  standardDaysTo: readWhole(values.standardDaysTo) ?? '',
  expressDays: readWhole(values.expressDays) ?? '',
});
