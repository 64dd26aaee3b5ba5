import {
  type AddressPart,
  addressParts,
  type Country,
  countries,
  requiredPartsOf,
} from '@reprise/contract/countries';
import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import type { ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import { stateCode, statesOf } from '@reprise/contract/sales/orders/states';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { doubtOf, doubtOfZipCode, errorWithLabel, type HintedField, hintsOf } from './country-hints.ts';
import { EmailField } from './email-field.tsx';
import { useAddressForms } from './use-address-forms.ts';
import { useIsFocused } from './use-is-focused.ts';

type AddressKind = 'shipping' | 'billing';

type FieldProps = Pick<ComponentProps<'input'>, 'name'> & {
  onChange: (event: { target: unknown; type?: unknown }) => unknown;
  onBlur: (event: { target: unknown; type?: unknown }) => unknown;
  ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  error: string | undefined;
};

type AddressFieldsProps = {
  /** A billing address is in any country and has no phone number. */
  kind?: AddressKind;
  /** Changes the email; absent for saved addresses, which have none. */
  setEmail?: (email: string) => void;
  /** True if the order is collected: shows name, email and phone only. */
  isCollected?: boolean;
  /** Current values that the hints depend on. */
  values: { country: Country; email?: string } & Record<HintedField, string>;
  field: (name: keyof ShippingAddressInput) => FieldProps;
};

/** Address fields: parts, their order and labels depend on the country. */
export function AddressFields(props: AddressFieldsProps) {
  const { kind = 'shipping', setEmail, isCollected = false, values, field } = props;
  const { shipTo: served, forms } = useAddressForms(kind === 'billing' ? values.country : undefined);
  const shipTo = kind === 'shipping' ? served : countries;
  const form = forms.find(({ country }) => country === values.country);
  useKnownCountry(values, shipTo, field);
  useNoHiddenParts(values, form, field);
  const hinted = (name: HintedField) => ({ name, values, form, field: field(name) });
  return (
    <div className="grid grid-cols-6 gap-4">
      {/* Registered here, in the order of the form: the first invalid field gets the focus. */}
      <NameFields kind={kind} firstName={field('firstName')} lastName={field('lastName')} />
      {setEmail && (
        <EmailField
          fieldClassName="col-span-6 sm:col-span-3"
          autoComplete="shipping email"
          hint={
            isCollected
              ? 'We write to it when your order is ready.'
              : 'For the confirmation and the tracking number.'
          }
          {...field('email')}
          value={values.email ?? ''}
          onSuggestion={setEmail}
        />
      )}
      {kind === 'shipping' && (
        <HintedInput
          {...hinted('phone')}
          type="tel"
          required
          fieldClassName={setEmail ? 'col-span-6 sm:col-span-3' : 'col-span-6'}
          autoComplete="shipping tel"
        />
      )}
      {!isCollected && <PlaceFields kind={kind} values={values} field={field} form={form} shipTo={shipTo} />}
    </div>
  );
}

type PlaceFieldsProps = Pick<AddressFieldsProps, 'values' | 'field'> & {
  kind: AddressKind;
  form: AddressForm | undefined;
  shipTo: Country[];
};

function PlaceFields({ kind, values, field, form, shipTo }: PlaceFieldsProps) {
  return (
    <>
      <CountryField kind={kind} country={values.country} shipTo={shipTo} field={field('country')} />
      <TextInput
        label="Address"
        required
        fieldClassName="col-span-6"
        autoComplete={`${kind} address-line1`}
        {...field('address')}
      />
      <TextInput
        label="Apartment, suite, etc. (optional)"
        fieldClassName="col-span-6"
        autoComplete={`${kind} address-line2`}
        {...field('address2')}
      />
      {partsOf(form).map((part) => (
        <PartField key={part} kind={kind} part={part} form={form} values={values} field={field(part)} />
      ))}
    </>
  );
}

const partsOf = (form: AddressForm | undefined): readonly AddressPart[] => form?.parts ?? addressParts;

/** Preselects the first country that the store ships to in a form that is still empty. */
function useKnownCountry(
  { country, state, zipCode }: AddressFieldsProps['values'],
  shipTo: Country[],
  field: AddressFieldsProps['field'],
): void {
  const [first] = shipTo;
  const isKnown = shipTo.includes(country) || state !== '' || zipCode !== '';
  const choose = useEffectEvent((value: Country) => change(field('country'), 'country', value));
  useEffect(() => {
    if (!isKnown && first) choose(first);
  }, [isKnown, first]);
}

/** Clears parts that the country does not have, which were typed for another one. */
function useNoHiddenParts(
  values: AddressFieldsProps['values'],
  form: AddressForm | undefined,
  field: AddressFieldsProps['field'],
): void {
  const parts = partsOf(form);
  const clear = useEffectEvent(() => {
    for (const part of addressParts) if (!parts.includes(part)) change(field(part), part, '');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another country has other parts
  useEffect(() => clear(), [values.country, parts.length]);
}

/** Changes a field as its control would; its form may know it by a longer name. */
const change = ({ name, onChange }: FieldProps, part: string, value: string) =>
  onChange({ target: { name: name ?? part, value }, type: 'change' });

type CountryFieldProps = { kind: AddressKind; country: Country; shipTo: Country[]; field: FieldProps };

/** A country that the store does not ship to stays in the list until another is chosen. */
function CountryField({ kind, country, shipTo, field }: CountryFieldProps) {
  const isServed = shipTo.includes(country);
  return (
    <Select
      label="Country"
      required
      fieldClassName="col-span-6"
      autoComplete={`${kind} country-name`}
      hint={!isServed && <Doubt>We do not ship to {country}.</Doubt>}
      {...field}
    >
      {!isServed && <option>{country}</option>}
      {shipTo.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}

type PartFieldProps = Omit<HintedProps, 'name'> & { kind: AddressKind; part: AddressPart };

const partTokens = { city: 'address-level2', state: 'address-level1', zipCode: 'postal-code' };

function PartField({ kind, part, form, values, field }: PartFieldProps) {
  const place = {
    fieldClassName: `${part === 'city' && partsOf(form).length === 3 ? 'col-span-6' : 'col-span-3'} sm:col-span-2`,
    autoComplete: `${kind} ${partTokens[part]}`,
    required: requiredPartsOf(values.country).includes(part),
  };
  if (part === 'state')
    return <StateField name={part} form={form} values={values} field={field} {...place} />;
  if (part === 'zipCode')
    return <HintedInput name={part} form={form} values={values} field={field} {...place} />;
  const label = form?.labels.city ?? 'City';
  return (
    <TextInput
      {...place}
      {...field}
      label={labelOf(label, place)}
      error={errorWithLabel(field.error, label)}
    />
  );
}

const labelOf = (label: string, { required }: { required?: boolean | undefined }) =>
  required ? label : `${label} (optional)`;

/** List of the states of a country that has one, else a text. */
function StateField({ name, form, values, field, ...place }: HintedInputProps) {
  const { country, state } = values;
  const states = statesOf(country);
  if (states.length === 0)
    return <HintedInput name={name} form={form} values={values} field={field} {...place} />;
  const { label } = hintsOf(country, form).state;
  const chosen = stateCode(country, state);
  const doubt = doubtOf(country, 'state', state, form);
  return (
    <Select
      {...field}
      fieldClassName={place.fieldClassName ?? ''}
      autoComplete={place.autoComplete}
      required={place.required}
      label={labelOf(label, place)}
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

type NameFieldsProps = Record<'firstName' | 'lastName', FieldProps> & { kind: AddressKind };

function NameFields({ kind, firstName, lastName }: NameFieldsProps) {
  return (
    <>
      <TextInput
        label="First name"
        required
        fieldClassName="col-span-3"
        autoComplete={`${kind} given-name`}
        {...firstName}
      />
      <TextInput
        label="Last name"
        required
        fieldClassName="col-span-3"
        autoComplete={`${kind} family-name`}
        {...lastName}
      />
    </>
  );
}

type HintedProps = {
  name: HintedField;
  form: AddressForm | undefined;
  values: AddressFieldsProps['values'];
  field: FieldProps;
};
type HintedInputProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'hint' | 'error' | 'name' | 'form'> &
  HintedProps;

/** Field with a hint of its country, which becomes a doubt about an unusual value once the field is left. */
function HintedInput({ name, form, values, field: { error, onBlur, ...field }, ...rest }: HintedInputProps) {
  const { isFocused, handlers } = useIsFocused({ onBlur });
  const { country, state, zipCode } = values;
  const { label, hint } = hintsOf(country, form)[name];
  const doubt =
    isFocused || error
      ? null
      : (doubtOf(country, name, values[name], form) ??
        (name === 'zipCode' ? doubtOfZipCode(country, state, zipCode) : null));
  return (
    <TextInput
      {...rest}
      {...field}
      label={labelOf(label, rest)}
      hint={doubt ? <Doubt>{doubt}</Doubt> : hint}
      error={errorWithLabel(error, label)}
      {...handlers}
    />
  );
}

const Doubt = ({ children }: { children: ReactNode }) => <span className="text-warn-text">{children}</span>;
