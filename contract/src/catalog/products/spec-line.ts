import type { CardFamily } from './product-family.ts';

// Specifications that distinguish devices of the same name: of each group the first that is present.
const distinguishingSpecs = [[/^case( size)?$/i, /^storage$/i, /^type$/i], [/^colou?r$/i]];
const maxValueLength = 40;

/** Returns the specifications that distinguish the device, such as "128 GB · Midnight". */
export function specLine(specifications: Record<string, string>): string {
  const shortSpecs = Object.entries(specifications).filter(
    ([, value]) => value && value.length <= maxValueLength,
  );
  const specMatching = (name: RegExp) => shortSpecs.find(([key]) => name.test(key))?.[1];
  const distinguishing = distinguishingSpecs.flatMap((group) => group.map(specMatching).find(Boolean) ?? []);
  const values =
    distinguishing.length > 0 ? distinguishing : shortSpecs.slice(0, 2).map(([, value]) => value);
  return values.map(firstPart).join(' · ');
}

/** Returns "128 GB" for "128 GB, microSD". */
function firstPart(value: string): string {
  return value.split(', ', 1)[0] ?? value;
}

/** Returns the line of the card of a family: its storages, of a single offer its specifications. */
export function specLineOfFamily({ offers, storages }: CardFamily, specLine: string): string {
  return offers > 1 ? storages.join(' · ') : specLine;
}
