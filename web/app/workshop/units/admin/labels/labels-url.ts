import type { Unit } from '@reprise/contract/workshop/units/unit';

/** Address of the page that prints the labels of bins. */
export const binLabelsUrl = '/admin/units/labels?of=bins';

/** Returns the address of the page that prints the labels of these units. */
export function labelsUrl(units: Pick<Unit, 'id'>[]): string {
  return `/admin/units/labels?units=${units.map(({ id }) => id).join(',')}`;
}
