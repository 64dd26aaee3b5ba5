import { type Country, countries, type ShippingAddressInput } from '@reprise/contract/orders';
import type { ComponentProps } from 'react';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type FieldProps = Pick<ComponentProps<'input'>, 'name'> & {
  onChange: (event: { target: unknown; type?: unknown }) => unknown;
  onBlur: (event: { target: unknown; type?: unknown }) => unknown;
  ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  error: string | undefined;
};

type AddressFieldsProps = {
  /** An order needs one; an address that is kept does not. */
  withEmail?: boolean;
  country: Country;
  field: (name: keyof ShippingAddressInput) => FieldProps;
};

/** Where the parcel goes. Two labels follow the country; what is asked stays the same. */
export function AddressFields({ withEmail = true, country, field }: AddressFieldsProps) {
  return (
    <div className="grid grid-cols-6 gap-4">
      <TextInput
        label="First name"
        required
        fieldClassName="col-span-3"
        autoComplete="shipping given-name"
        {...field('firstName')}
      />
      <TextInput
        label="Last name"
        required
        fieldClassName="col-span-3"
        autoComplete="shipping family-name"
        {...field('lastName')}
      />
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
        fieldClassName="col-span-6 sm:col-span-3"
        autoComplete="shipping tel"
        hint="Only for the courier."
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
        label={stateLabels[country]}
        required
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping address-level1"
        {...field('state')}
      />
      <TextInput
        label={zipLabels[country]}
        required
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping postal-code"
        {...field('zipCode')}
      />
    </div>
  );
}

export const stateLabels: Record<Country, string> = {
  'United States': 'State',
  Canada: 'Province',
  'United Kingdom': 'County',
};

const zipLabels: Record<Country, string> = {
  'United States': 'ZIP code',
  Canada: 'Postal code',
  'United Kingdom': 'Postcode',
};
