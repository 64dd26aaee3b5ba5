import { z } from 'zod';
import { countries } from '../countries.ts';
import { money, price, requiredText, text, unknownFields } from '../wire.ts';
import { requireParts } from './required-parts.ts';

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
  .superRefine(requireParts)
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
    /** Address as the country writes it. */
    lines: z.array(z.string()).optional(),
  })
  .meta({ id: 'PickupCounter' });
export type PickupCounter = z.output<typeof pickupCounter>;
