import { type Country, countries } from '@reprise/contract/countries';
import { stateCode, statesOf } from '@reprise/contract/orders/states';
import type { ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import type { ComponentProps, ReactNode } from 'react';
import { countryHints, doubtOf, type HintedField } from '../../forms/address/country-hints.ts';
import { EmailField } from '../../forms/address/email-field.tsx';
import { useIsFocused } from '../../forms/address/use-is-focused.ts';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';

type FieldProps = Pick<ComponentProps<'input'>, 'name'> & {
  onChange: (event: { target: unknown; type?: unknown }) => unknown;
  onBlur: (event: { target: unknown; type?: unknown }) => unknown;
  ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  error: string | undefined;
};

type AddressFieldsProps = {
  /** Changes the email; absent for saved addresses, which have none. */
  setEmail?: (email: string) => void;
  /** Current values that the hints depend on. */
  values: { country: Country; email?: string } & Record<HintedField, string>;
  field: (name: keyof ShippingAddressInput) => FieldProps;
};

/** Shipping address fields. Labels and hints depend on the country; the fields are the same. */
export function AddressFields({ setEmail, values, field }: AddressFieldsProps) {
  const hinted = (name: HintedField) => ({ name, values, field: field(name) });
  return (
    <div className="grid grid-cols-6 gap-4">
      {/* Registered here, in the order of the form: the first invalid field gets the focus. */}
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      {setEmail && (
        <EmailField
          fieldClassName="col-span-6 sm:col-span-3"
          autoComplete="shipping email"
          hint="For the confirmation and the tracking number."
          {...field('email')}
          value={values.email ?? ''}
          onSuggestion={setEmail}
        />
      )}
      <HintedInput
        {...hinted('phone')}
        type="tel"
        fieldClassName={setEmail ? 'col-span-6 sm:col-span-3' : 'col-span-6'}
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
      <StateField {...hinted('state')} />
      <HintedInput
        {...hinted('zipCode')}
        fieldClassName="col-span-3 sm:col-span-2"
        autoComplete="shipping postal-code"
      />
    </div>
  );
}

/** List of the states of a country that has one, else a text. */
function StateField({ name, values: { country, state, ...values }, field }: HintedProps) {
  const states = statesOf(country);
  const place = { fieldClassName: 'col-span-3 sm:col-span-2', autoComplete: 'shipping address-level1' };
  if (states.length === 0) {
    return <HintedInput {...{ name, field }} values={{ country, state, ...values }} {...place} />;
  }
  const { label } = countryHints[country].state;
  const chosen = stateCode(country, state);
  const doubt = doubtOf(country, 'state', state);
  return (
    <Select
      {...field}
      {...place}
      label={label}
      required
      hint={doubt && <Doubt>{doubt}</Doubt>}
      error={errorWithLabel(field.error, label)}
      value={state}
    >
      <option value="">Choose</option>
      {/* A text of an earlier order or of another country stays until another state is chosen. */}
      {state !== '' && !states.some(([code]) => code === chosen) && <option>{state}</option>}
      {states.map(([code, stateName]) => (
        <option key={code} value={code === chosen ? state : code}>
          {stateName}
        </option>
      ))}
    </Select>
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

type HintedProps = { name: HintedField; values: AddressFieldsProps['values']; field: FieldProps };
type HintedInputProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'hint' | 'error' | 'name'> &
  HintedProps;

/** Field with a hint of its country, which becomes a doubt about an unusual value once the field is left. */
function HintedInput({ name, values, field: { error, onBlur, ...field }, ...rest }: HintedInputProps) {
  const { isFocused, handlers } = useIsFocused({ onBlur });
  const { label, hint } = countryHints[values.country][name];
  const doubt = isFocused || error ? null : doubtOf(values.country, name, values[name]);
  return (
    <TextInput
      {...rest}
      {...field}
      required
      label={label}
      hint={doubt ? <Doubt>{doubt}</Doubt> : hint}
      error={errorWithLabel(error, label)}
      {...handlers}
    />
  );
}

const Doubt = ({ children }: { children: ReactNode }) => <span className="text-warn-text">{children}</span>;

/** Names the field as its country does: messages of the API say State and ZIP code for every country. */
const errorWithLabel = (error: string | undefined, label: string) =>
  error?.replace(/^(State|ZIP code)\b/, label);
