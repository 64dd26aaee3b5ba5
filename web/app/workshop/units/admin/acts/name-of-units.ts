import type { Unit } from '@reprise/contract/workshop/units/unit';

/** Returns the number of one device, or how many there are. */
export const nameOfUnits = (units: Unit[]): string =>
  units.length === 1 ? (units[0]?.number ?? '') : `${units.length} devices`;
