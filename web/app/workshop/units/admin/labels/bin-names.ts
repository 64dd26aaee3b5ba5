import { placeName } from '@reprise/contract/workshop/units/unit';

export const maxBinLabels = 240;

/** Names of bins, or the sentence that says what is wrong. */
export type BinNames = { names: string[]; fault: string | null };

const faulty = (fault: string): BinNames => ({ names: [], fault });

/** Reads names of bins, one on each line or after a comma, and ranges such as "A-01 to A-20". */
export function readBinNames(typed: string): BinNames {
  const names: string[] = [];
  for (const part of typed.toUpperCase().split(/[\n,;]/)) {
    const entry = part.split(' ').filter(Boolean).join(' ').trim();
    if (entry === '') continue;
    const [first = '', last, ...more] = entry.split(' TO ').map((name) => name.replace(/^BIN-/, ''));
    const read = last === undefined ? [first] : namesOfRange(first, last);
    if (read === null || more.length > 0) return faulty(`"${entry}" is no range, such as A-01 to A-20.`);
    const wrong = read.find((name) => name === '' || !placeName.safeParse(name).success);
    if (wrong !== undefined)
      return faulty(`"${wrong}" is no name of a bin: at most 20 letters, digits, points and dashes.`);
    names.push(...read);
    if (names.length > maxBinLabels) return faulty(`Print at most ${maxBinLabels} labels at once.`);
  }
  return { names: [...new Set(names)], fault: null };
}

const number = /\d{1,6}$/;

/** Null unless the names differ in their last number only, which has as many digits and rises. */
function namesOfRange(first: string, last: string): string[] | null {
  const [from, to] = [number.exec(first), number.exec(last)];
  if (!from || !to || from[0].length > to[0].length) return null;
  const prefix = first.slice(0, from.index);
  const count = Number(to[0]) - Number(from[0]) + 1;
  if (prefix !== last.slice(0, to.index) || count < 1) return null;
  return Array.from({ length: Math.min(count, maxBinLabels + 1) }, (_, index) =>
    prefix.concat(String(Number(from[0]) + index).padStart(from[0].length, '0')),
  );
}
