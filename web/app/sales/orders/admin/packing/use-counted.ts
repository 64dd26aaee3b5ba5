import type { PackingLine } from '@reprise/contract/sales/orders/packing';
import { readCode } from '@reprise/contract/workshop/codes/read-code';
import { useRef, useState } from 'react';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';

/** Units of counted lines in the parcel, by product: an aid of the screen, stored nowhere. */
export type Taken = Record<string, number>;

/** Counts the units of lines without scans, by the barcode of their box or by a plus. */
export function useCounted(lines: PackingLine[], say: (feedback: Feedback) => void) {
  // The next code may come before the screen is drawn again.
  const counts = useRef<Taken>({});
  const [taken, setTaken] = useState<Taken>({});
  const already = ({ product }: PackingLine) => counts.current[product] ?? 0;
  const setCount = (product: string, count: number) => {
    counts.current = { ...counts.current, [product]: count };
    setTaken(counts.current);
  };
  return {
    taken,
    /** Returns the product counted, null if its line is full, and undefined for a code of no counted line. */
    take: (code: string): string | null | undefined => {
      const line = findCounted(lines, already, code);
      if (!line) return undefined;
      const count = already(line) + 1;
      if (count > line.quantity) {
        say({ tone: 'bad', text: `The order needs no more of ${line.name}.` });
        return null;
      }
      setCount(line.product, count);
      say({ tone: 'good', text: `${line.name}: ${count} of ${line.quantity} taken.` });
      return line.product;
    },
    takeOut: (product: string) => {
      setCount(product, Math.max(0, (counts.current[product] ?? 0) - 1));
      say({ tone: 'neutral', text: 'The last one counted is out of the parcel.' });
    },
  };
}

/** Returns the counted line with this barcode, or for a plus the next one that is not complete. */
function findCounted(lines: PackingLine[], already: (line: PackingLine) => number, code: string) {
  const counted = lines.filter(({ isScanned, quantity }) => !isScanned && quantity > 0);
  if (code.trim() === '+') return counted.find((line) => already(line) < line.quantity) ?? counted[0];
  const reading = readCode(code);
  const gtins = reading.answer === 'value' ? reading.numbers.filter(({ kind }) => kind === 'gtin') : [];
  return counted.find((line) => gtins.some(({ value }) => line.gtins.includes(value.padStart(14, '0'))));
}
