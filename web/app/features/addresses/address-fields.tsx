import { type Country, countries, type ShippingAddressInput } from '@reprise/contract/orders/order';
import { type ComponentProps, useState } from 'react';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { countryHints, doubtOf, type HintedField } from './country-hints.ts';

type FieldProps = Pick<ComponentProps<'input'>, 'name'> & {
  onChange: (event: { target: unknown; type?: unknown }) => unknown;
  onBlur: (event: { target: unknown; type?: unknown }) => unknown;
  ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  error: string | undefined;
};

type AddressFieldsProps = {
  /** True for orders; saved addresses have no email. */
  withEmail?: boolean;
  /** Current values that the hints depend on. */
  values: { country: Country } & Record<HintedField, string>;
  field: (name: keyof ShippingAddressInput) => FieldProps;
};

/** Shipping address fields. Labels and hints depend on the country; the fields are the same. */
export function AddressFields({ withEmail = true, values, field }: AddressFieldsProps) {
  const hinted = (name: HintedField) => ({ name, values, field: field(name) });
  return (
    <div className="grid grid-cols-6 gap-4">
      {/* Registered here, in the order of the form: the first invalid field gets the focus. */}
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      {withEmail && (
        <TextInput
          label="Email"
          type="email"
          required
          fieldClassName="col-span-6 sm:col-span-3"
          autoComplete="shipping email"
          hint="For the confirmation and the tracking number."
          {...field('email')}
        />
      )}
      <HintedInput
        {...hinted('phone')}
        type="tel"
        fieldClassName={withEmail ? 'col-span-6 sm:col-span-3' : 'col-span-6'}
        autoComplete="shipping tel"
      />
      <Select
        label="Country"
        required
        fieldClassName="col-span-6"
        autoComplete="shipping country-name"
        {...field('country')}
      >
        {countries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <TextInput
        label="Address"
        required
        fieldClassName="col-span-6"
        autoComplete="shipping address-line1"
        {...field('address')}
      />
      <TextInput
        label="Apartment, suite, etc. (optional)"
        fieldClassName="col-span-6"
        autoComplete="shipping address-line2"
        {...field('address2')}
      />
      <TextInput
        label="City"
        required
        fieldClassName="col-span-6 sm:col-span-2"
        autoComplete="shipping address-level2"
        {...field('city')}
      />
      <HintedInput
        {...hinted('state')}
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping address-level1"
      />
      <HintedInput
        {...hinted('zipCode')}
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping postal-code"
      />
    </div>
  );
}

function NameFields({ firstName, lastName }: Record<'firstName' | 'lastName', FieldProps>) {
  return (
    <>
      <TextInput
        label="First name"
        required
        fieldClassName="col-span-3"
        autoComplete="shipping given-name"
        {...firstName}
      />
      <TextInput
        label="Last name"
        required
        fieldClassName="col-span-3"
        autoComplete="shipping family-name"
        {...lastName}
      />
    </>
  );
}

type HintedInputProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'hint' | 'error' | 'name'> & {
  name: HintedField;
  values: AddressFieldsProps['values'];
  field: FieldProps;
};

/** Field with a hint of its country, which becomes a doubt about an unusual value once the field is left. */
function HintedInput({ name, values, field: { error, onBlur, ...field }, ...rest }: HintedInputProps) {
  const [isFocused, setIsFocused] = useState(false);
  const { label, hint } = countryHints[values.country][name];
  const doubt = isFocused || error ? null : doubtOf(values.country, name, values[name]);
  return (
    <TextInput
      {...rest}
      {...field}
      required
      label={label}
      hint={doubt ? <span className="text-warn-text">{doubt}</span> : hint}
      // Messages of the API say State and ZIP code for every country.
      error={error?.replace(/^(State|ZIP code)\b/, label)}
      onFocus={() => setIsFocused(true)}
      onBlur={(event) => {
        setIsFocused(false);
        void onBlur(event);
      }}
    />
  );
}
