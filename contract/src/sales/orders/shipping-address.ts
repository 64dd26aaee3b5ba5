import { z } from 'zod';
import { type AddressPart, addressParts, countries, requiredPartsOf } from '../../countries.ts';
import { mailAddress, requiredText, text } from '../../wire.ts';

const field = (label: string) => requiredText(200, `${label} is required`);

const partLabels: Record<AddressPart, string> = { city: 'City', state: 'State', zipCode: 'ZIP code' };
const part = (name: AddressPart) => text(200, `${partLabels[name]} is required`);

/** Fields of a form; formats are hints in the browser and never rejected. */
export const addressFields = {
  firstName: field('First name'),
  lastName: field('Last name'),
  email: mailAddress,
  phone: field('Phone'),
  address: field('Address'),
  /** Apartment, suite or floor. */
  address2: text(200).optional(),
  city: part('city'),
  state: part('state'),
  zipCode: part('zipCode'),
  country: z.enum(countries, 'Choose a country we ship to'),
};

/** Parts that a call may leave out for a country without them. */
export const optionalParts = {
  city: addressFields.city.default(''),
  state: addressFields.state.default(''),
  zipCode: addressFields.zipCode.default(''),
};

/** Refuses addresses without a part that their country requires, together with the faults of other fields. */
export function withRequiredParts<T extends z.ZodObject>(schema: T): T {
  return addressParts.reduce(
    (checked, name) =>
      checked.refine((address) => !isMissing(address, name), {
        path: [name],
        error: `${partLabels[name]} is required`,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    schema,
  );
}

function isMissing(address: Record<string, unknown>, name: AddressPart): boolean {
  const { country, [name]: value = '' } = address;
  return value === '' && requiredPartsOf(String(country)).includes(name);
}
