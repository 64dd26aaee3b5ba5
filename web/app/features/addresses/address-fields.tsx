import { type Country, countries, type ShippingAddressInput } from '@reprise/contract/orders/order';
import type { ComponentProps } from 'react';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';

type FieldProps = Pick<ComponentProps<'input'>, 'name'> & {
  onChange: (event: { target: unknown; type?: unknown }) => unknown;
  onBlur: (event: { target: unknown; type?: unknown }) => unknown;
  ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  error: string | undefined;
};

type AddressFieldsProps = {
  /** True for orders; saved addresses have no email. */
  withEmail?: boolean;
  country: Country;
  field: (name: keyof ShippingAddressInput) => FieldProps;
};

/** Shipping address fields. Two labels depend on the country; the fields are the same. */
export function AddressFields({ withEmail = true, country, field }: AddressFieldsProps) {
  const localizedField = (name: 'state' | 'zipCode', label: string) => {
    const { error, ...rest } = field(name);
    // Messages of the API say State and ZIP code for every country.
    return { ...rest, label, error: error?.replace(/^(State|ZIP code)\b/, label) };
  };
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
      <TextInput
        label="Phone"
        type="tel"
        required
        fieldClassName={withEmail ? 'col-span-6 sm:col-span-3' : 'col-span-6'}
        autoComplete="shipping tel"
        hint="Only for the delivery."
        {...field('phone')}
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
        autoComplete="shipping street-address"
        {...field('address')}
      />
      <TextInput
        label="City"
        required
        fieldClassName="col-span-6 sm:col-span-2"
        autoComplete="shipping address-level2"
        {...field('city')}
      />
      <TextInput
        required
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping address-level1"
        {...localizedField('state', stateLabels[country])}
      />
      <TextInput
        required
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping postal-code"
        {...localizedField('zipCode', zipLabels[country])}
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

const stateLabels: Record<Country, string> = {
  'United States': 'State',
  Canada: 'Province',
  'United Kingdom': 'County',
};

const zipLabels: Record<Country, string> = {
  'United States': 'ZIP code',
  Canada: 'Postal code',
  'United Kingdom': 'Postcode',
};
