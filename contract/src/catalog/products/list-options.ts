import { z } from 'zod';
import { queryChoice, queryInt, queryStrings } from '../../wire.ts';
import { listModes } from './option-names.ts';

/** Filters by what families and configurations have. */
export const optionQuery = {
  show: queryChoice(listModes),
  storage: queryStrings(100),
  memory: queryStrings(100),
  /** Colors as the maker names them, such as Midnight. */
  color: queryStrings(100),
  /** Base colors, such as Black, and names of colors without a color code. */
  baseColor: queryStrings(100),
  screenSize: queryStrings(100),
  size: queryStrings(100),
  carrier: queryStrings(100),
  /** Families by name, slug or id. */
  family: queryStrings(200),
  /** Least battery health in percent. */
  battery: queryInt(1, 100),
  /** Least saving in percent. */
  saving: queryInt(1, 100),
};

const count = z.number().int();
const choices = z.array(z.object({ value: z.string(), count }));
const steps = z.array(z.object({ value: z.number().int(), count }));

/** Counts of option filters; empty where no match has the option. */
export const optionFacets = z
  .object({
    storage: choices,
    memory: choices,
    color: choices,
    /** Base colors by their color codes; the name of a color without a code. */
    baseColor: choices,
    screenSize: choices,
    size: choices,
    carrier: choices,
    /** Families by name. */
    family: choices,
    battery: steps,
    saving: steps,
  })
  .meta({ id: 'OptionFacets' });
export type OptionFacets = z.output<typeof optionFacets>;
