import type { Parcel } from '@reprise/contract/sales/orders/shipping/parcel';
import { readWhole } from '@reprise/contract/typed-number';

/** A parcel as typed. */
export type ParcelValues = { grams: string; lengthMm: string; widthMm: string; heightMm: string };

export const parcelFields = ['grams', 'lengthMm', 'widthMm', 'heightMm'] as const;

export const parcelLabels: Record<keyof ParcelValues, string> = {
  grams: 'Weight (g)',
  lengthMm: 'Length (mm)',
  widthMm: 'Width (mm)',
  heightMm: 'Height (mm)',
};

type Measures = { [Field in keyof Parcel]: number | null };

export function valuesOfParcel(parcel: Measures): ParcelValues {
  const textOf = (value: number | null) => (value === null ? '' : String(value));
  const { grams, lengthMm, widthMm, heightMm } = parcel;
  return {
    grams: textOf(grams),
    lengthMm: textOf(lengthMm),
    widthMm: textOf(widthMm),
    heightMm: textOf(heightMm),
  };
}

/** Returns the numbers; text that is none stays, and the schema rejects it with its sentence. */
export function wireOfParcel({ grams, lengthMm, widthMm, heightMm }: ParcelValues) {
  return {
    grams: readWhole(grams) ?? null,
    lengthMm: readWhole(lengthMm) ?? null,
    widthMm: readWhole(widthMm) ?? null,
    heightMm: readWhole(heightMm) ?? null,
  } as { [Field in keyof Parcel]: number | null };
}
