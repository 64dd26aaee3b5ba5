import { countries } from '@reprise/contract/countries';
import type { Sender } from '@reprise/contract/sales/orders/shipping/carrier-account';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import type { CheckedForm } from '../use-checked-form.ts';
import { PlaceParts } from './place-parts.tsx';
import { useServedCountries } from './use-address-forms.ts';

/** Returns an empty address in the first country that the store ships to. */
export function useBlankSender(): Sender {
  const [country = countries[0]] = useServedCountries();
  return { name: '', street: '', street2: '', city: '', state: '', zipCode: '', country, phone: '' };
}

type SenderFieldsProps = {
  /** Address in the form. */
  sender: Sender;
  field: (name: keyof Sender) => ReturnType<CheckedForm<Sender>['field']>;
  /** Carriers need a phone number; a return address may have none. */
  isForCarrier?: boolean;
};

/** Fields of a place that the store sends from or receives at, in a grid of two columns. */
export function SenderFields({ sender, field, isForCarrier = false }: SenderFieldsProps) {
  return (
    <>
      <TextInput label="Name" required fieldClassName="sm:col-span-2" {...field('name')} />
      <TextInput label="Street" required fieldClassName="sm:col-span-2" {...field('street')} />
      <TextInput label="Suite or floor" fieldClassName="sm:col-span-2" {...field('street2')} />
      <PlaceParts place={sender} field={field} />
      <Select
        label="Country"
        options={countries.map((country) => [country, country])}
        {...field('country')}
      />
      <TextInput
        label="Phone"
        type="tel"
        required={isForCarrier}
        hint={isForCarrier ? undefined : 'For the carrier.'}
        {...field('phone')}
      />
    </>
  );
}
