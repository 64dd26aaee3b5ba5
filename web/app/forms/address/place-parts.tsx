import { type AddressPart, addressParts, type Country, requiredPartsOf } from '@reprise/contract/countries';
import { TextInput } from '../../ui/forms/text-input.tsx';
import type { CheckedForm } from '../use-checked-form.ts';
import { errorWithLabel, hintsOf } from './country-hints.ts';
import { useAddressForms } from './use-address-forms.ts';

type Place = Record<AddressPart, string> & { country: Country };

type PlacePartsProps = {
  /** Address in the form. */
  place: Place;
  field: (name: AddressPart) => ReturnType<CheckedForm<Place>['field']>;
};

/** City, state and postcode of a place of the store, as its country names, orders and requires them. */
export function PlaceParts({ place, field }: PlacePartsProps) {
  const form = useAddressForms(place.country).forms.find(({ country }) => country === place.country);
  const hints = hintsOf(place.country, form);
  const labels = {
    city: form?.labels.city ?? 'City',
    state: hints.state.label,
    zipCode: hints.zipCode.label,
  };
  const own = form?.parts ?? addressParts;
  // A part of another country that was typed stays in sight.
  const typed = addressParts.filter((part) => !own.includes(part) && place[part] !== '');
  const required = requiredPartsOf(place.country);
  return [...own, ...typed].map((part) => {
    const { error, ...control } = field(part);
    const isRequired = required.includes(part);
    return (
      <TextInput
        key={part}
        label={isRequired ? labels[part] : `${labels[part]} (optional)`}
        required={isRequired}
        error={errorWithLabel(error, labels[part])}
        {...control}
      />
    );
  });
}
