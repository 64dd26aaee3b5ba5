import { z } from 'zod';
import { type AddressPart, countries, requiredPartsOf } from '../countries.ts';
import { money, price, requiredText, text, unknownFields } from '../wire.ts';

const missing: Record<AddressPart, string> = {
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
};

/** Counter where customers collect their orders, as a form sends it. */
export const pickupCounterInput = z
  .strictObject(
    {
      /** True if customers may choose it; orders of before are collected in any case. */
      isOffered: z.boolean(),
      address: requiredText(200, 'Enter the address of the counter'),
      address2: text(200),
      city: text(200),
      state: text(200),
      zipCode: text(200),
      country: z.enum(countries, 'Choose a country of the list'),
      hours: requiredText(300, 'Enter the opening hours'),
      /** Text about what customers bring or look for; may be empty. */
      instructions: text(500),
      /** Charge for collecting an order. */
      price: price('Enter an amount, 0 if collecting is free'),
    },
    unknownFields,
  )
  .superRefine((counter, { addIssue }) => {
    for (const part of requiredPartsOf(counter.country)) {
      if (counter[part] === '') addIssue({ code: 'custom', path: [part], message: missing[part] });
    }
  })
  .meta({ id: 'PickupCounterInput' });
export type PickupCounterInput = z.output<typeof pickupCounterInput>;

/** Counter where customers collect their orders. */
export const pickupCounter = z
  .object({
    isOffered: z.boolean(),
    address: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.enum(countries),
    hours: z.string(),
    instructions: z.string(),
    price: money,
  })
  .meta({ id: 'PickupCounter' });
export type PickupCounter = z.output<typeof pickupCounter>;
