import { z } from 'zod';
import { money } from '../../wire.ts';
import { conditions, origins } from './conditions.ts';

/** Choices that tell the configurations of a family apart, as shown: "256 GB", "Midnight". */
export const configurationOptions = z
  .object({
    screenSize: z.string().optional(),
    size: z.string().optional(),
    storage: z.string().optional(),
    memory: z.string().optional(),
    /** Values of choices that no other option is for, such as a keyboard: "US · Backlit". */
    version: z.string().optional(),
    carrier: z.string().optional(),
    color: z.string().optional(),
    /** Body color of `color`, such as "#2b333d". */
    colorHex: z.string().optional(),
  })
  .meta({ id: 'ConfigurationOptions' });
export type ConfigurationOptions = z.output<typeof configurationOptions>;

/** Product as the pages of its family link to it: without its stock count, which changes with every order. */
export const familyOffer = z
  .object({
    id: z.string(),
    slug: z.string(),
    condition: z.enum(conditions),
    origin: z.enum(origins),
    price: money,
    inStock: z.boolean(),
  })
  .meta({ id: 'FamilyOffer' });
export type FamilyOffer = z.output<typeof familyOffer>;

/** Configuration of a family with its products, the most expensive first. */
export const familyConfiguration = z
  .object({
    modelKey: z.string(),
    name: z.string(),
    image: z.string().nullable(),
    options: configurationOptions,
    offers: z.array(familyOffer),
  })
  .meta({ id: 'FamilyConfiguration' });
export type FamilyConfiguration = z.output<typeof familyConfiguration>;

/** All configurations of a device that are on sale, in the order of the back office. */
export const productFamily = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    configurations: z.array(familyConfiguration),
  })
  .meta({ id: 'ProductFamily' });
export type ProductFamily = z.output<typeof productFamily>;

/** A family as its card shows it: its offers that match the list. */
export const cardFamily = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Price of the offer of the card, the lowest in stock. */
    from: money,
    conditions: z.array(z.enum(conditions)),
    storages: z.array(z.string()),
    /** Color codes of the matching offers. */
    colors: z.array(z.string()),
    /** Number of matching offers. */
    offers: z.number().int(),
  })
  .meta({ id: 'CardFamily' });
export type CardFamily = z.output<typeof cardFamily>;
