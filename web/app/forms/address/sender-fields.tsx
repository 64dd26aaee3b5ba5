import { countries } from '@reprise/contract/countries';
import type { Sender } from '@reprise/contract/sales/orders/shipping/carrier-account';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import type { CheckedForm } from '../use-checked-form.ts';

export const blankSender: Sender = {
  name: '',
  street: '',
  street2: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'United States',
  phone: '',
};

type SenderFieldsProps = {
  field: (name: keyof Sender) => ReturnType<CheckedForm<Sender>['field']>;
  /** Carriers need state and phone; a return address may have none. */
  isForCarrier?: boolean;
};

/** Fields of a place that the store sends from or receives at, in a grid of two columns. */
export function SenderFields({ field, isForCarrier = false }: SenderFieldsProps) {
  return (
    <>
      <TextInput label="Name" required fieldClassName="sm:col-span-2" {...field('name')} />
      <TextInput label="Street" required fieldClassName="sm:col-span-2" {...field('street')} />
      <TextInput label="Suite or floor" fieldClassName="sm:col-span-2" {...field('street2')} />
      <TextInput label="City" required {...field('city')} />
      <TextInput label="State" required={isForCarrier} {...field('state')} />
      <TextInput label="ZIP code" required {...field('zipCode')} />
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
