import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { ExportPreset } from '@reprise/contract/moving-in/shop-export';
import type { Fault, Head, RowFields } from './csv-columns.ts';
import { keyOf } from './known-values.ts';

/** Answers about a file of this shop's columns, by the keys of its values. */
export type FileAnswers = {
  conditions: Map<string, Condition | null>;
  /** Ids of categories. */
  categories: Map<string, string | null>;
  brand: string;
  stock: number | null;
};

export const answersOf = (preset: ExportPreset): FileAnswers => ({
  conditions: new Map(preset.conditions.map(({ value, condition }) => [keyOf(value), condition])),
  categories: new Map(preset.categories.map(({ value, categoryId }) => [keyOf(value), categoryId])),
  brand: preset.defaultBrand,
  stock: preset.missingStock,
});

type Row = { cells: string[]; fields: RowFields; faults: Fault[] };

/** Returns a row with the answers in place of what the file leaves open; only new products lack something. */
export function withAnswers<Read extends Row>(
  row: Read,
  head: Head,
  answers: FileAnswers,
  isNew: boolean,
): Read {
  if (row.faults.length > 0) return row;
  const textOf = (column: Head[number]) => keyOf(row.cells[head.indexOf(column)] ?? '');
  const answerTo = <Answer>(known: Map<string, Answer>, column: Head[number]) => {
    const text = textOf(column);
    return text !== '' || isNew ? known.get(text) : undefined;
  };
  const condition = answerTo(answers.conditions, 'condition');
  const category = answerTo(answers.categories, 'category');
  const left = condition === null ? 'condition' : category === null ? 'category' : undefined;
  if (left) {
    const message = `Left out, because its ${left} is left out of imports`;
    return { ...row, faults: [{ field: 'row', message }] };
  }
  const missing = {
    ...(answers.brand !== '' && { brand: answers.brand }),
    ...(answers.stock !== null && { stockCount: answers.stock }),
  };
  const fields = {
    ...(isNew && missing),
    ...row.fields,
    ...(condition && { condition }),
    ...(category && { category }),
  };
  return { ...row, fields };
}
