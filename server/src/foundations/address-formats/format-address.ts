import { addressDataOf } from './address-data.ts';

export type PrintedAddress = {
  address: string;
  address2?: string | undefined;
  city: string;
  state: string;
  zipCode: string;
  country: string;
};

/** Format of countries that the data say nothing about. */
const plain = '%A\n%C';
const field = /(%[A-Z])/;

/**
 * Returns the lines of an address after the name, in the order its country uses and with the country at the end. A part
 * that the country does not print follows the city, so that nothing that was typed is lost.
 */
export function formatAddress(to: PrintedAddress): string[] {
  const values = new Map([
    ['%A', [to.address, to.address2].filter(Boolean).join('\n')],
    ['%C', to.city],
    ['%S', to.state],
    ['%Z', to.zipCode],
  ]);
  const format = addressDataOf(to.country)?.format ?? plain;
  const rest = ['%C', '%S', '%Z']
    .filter((name) => !format.includes(name))
    .map((name) => values.get(name) ?? '')
    .filter((value) => value !== to.city || !format.includes('%C'));
  const lines = format.split('\n').flatMap((line) => fill(line, values).split('\n'));
  const country = lines.length;
  lines.splice(
    format.includes('%C') ? lines.findLastIndex((line) => line.includes(to.city)) + 1 : country,
    0,
    ...rest,
  );
  return [...lines, to.country].map((line) => line.trim()).filter(Boolean);
}

/** Fills in a line; the text beside an empty field is left out. */
function fill(line: string, values: Map<string, string>): string {
  const parts = line.split(field).filter(Boolean);
  const isEmpty = (part: string | undefined) => part !== undefined && field.test(part) && !values.get(part);
  return parts
    .flatMap((part, index) => {
      if (field.test(part)) return values.get(part) ?? '';
      const isBesideEmpty = isEmpty(parts[index - 1]) || isEmpty(parts[index + 1]);
      return isBesideEmpty && parts.length > 1 ? ' ' : part;
    })
    .join('')
    .trim();
}
