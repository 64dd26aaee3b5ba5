import { columnKey } from '@reprise/extension/file-rows';

type Unit = 'g' | 'kg' | 'lb' | 'oz';

const gramsOf: Record<Unit, number> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };

const units: [Unit, RegExp][] = [
  ['kg', /^(kg|kgs|kilograms?)$/],
  ['g', /^(g|gr|grams?)$/],
  ['lb', /^(lb|lbs|pounds?)$/],
  ['oz', /^(oz|ounces?)$/],
];

const unitOf = (text: string): Unit | undefined => units.find(([, pattern]) => pattern.test(text))?.[0];

/** Columns of weights that are not named grams, with the unit that their name says; `weight` says none. */
export const weightColumns = { weight: undefined, weightKg: 'kg', weightLb: 'lb', weightOz: 'oz' } as const;
export type WeightColumn = keyof typeof weightColumns;

export const isWeightColumn = (column: string): column is WeightColumn => column in weightColumns;

/** Returns the column of a name such as "Weight (kg)" or "weight_lb"; undefined if it is no weight. */
export function weightColumnOf(name: string): WeightColumn | 'grams' | undefined {
  const [, written = ''] = /^weight(?:value|in)?\(?([a-z]*)\)?$/.exec(columnKey(name)) ?? [undefined, '?'];
  if (written === '') return 'weight';
  const unit = unitOf(written);
  if (unit === 'g') return 'grams';
  return (Object.keys(weightColumns) as WeightColumn[]).find(
    (column) => unit && weightColumns[column] === unit,
  );
}

/** Returns the column of a weight in any language by the unit at its end, such as "Gewicht (kg)"; grams without one. */
export function namedWeightColumn(name: string): WeightColumn | 'grams' {
  const [, written = ''] = /\b([a-z]{1,9})\)?\s*$/i.exec(name) ?? [];
  return weightColumnOf(`weight(${written})`) ?? 'grams';
}

/** Returns the grams of a cell with the unit that it or its column says; undefined if the weight is not certain. */
export function readWeight(cell: string, columnUnit: Unit | undefined): number | undefined {
  const [, number = '', written = ''] = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*([a-z]*)\.?$/i.exec(cell.trim()) ?? [];
  const unit = written === '' ? columnUnit : unitOf(written.toLowerCase());
  if (number === '' || unit === undefined) return undefined;
  // "1,234 g" may be a thousand grams or one.
  if (unit === 'g' && /[.,]\d{3}$/.test(number)) return undefined;
  const grams = Number(number.replace(',', '.')) * gramsOf[unit];
  // Less than half a gram is a weight in another unit.
  return grams > 0 && grams < 0.5 ? undefined : Math.round(grams);
}
