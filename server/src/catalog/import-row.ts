import { newProduct } from '@reprise/contract/catalog/catalog';
import { requiredText } from '@reprise/contract/wire';
import { z } from 'zod';

/**
 * One product in a file that is imported: the fields of the product form, prices in dollars, the category by
 * name. Its SKU is required, as it tells whether the product is there already; a field of another name is
 * more likely a slip than meant to be ignored.
 */
const importRow = newProduct
  .safeExtend({ sku: requiredText(64, 'A SKU is needed: it tells whether the product is there already') })
  .strict();
export type ImportRow = z.output<typeof importRow>;
/** As it stands in the file. */
export type WrittenRow = z.input<typeof importRow>;

export type Fault = { field: string; message: string };

/** The row, or what is wrong with which of its fields. */
export function readImportRow(written: unknown): { row: ImportRow } | { faults: Fault[] } {
  const parsed = z.safeDecode(importRow, written as WrittenRow);
  if (parsed.success) return { row: parsed.data };
  return { faults: faultsOf(parsed.error) };
}

/** What is wrong with which field, in the words of the schema. */
export function faultsOf({ issues }: z.core.$ZodError): Fault[] {
  return issues.flatMap(faultsOfIssue);
}

function faultsOfIssue(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({ field, message: 'There is no such field' }));
  const field = issue.path.join('.');
  if (field === '') return [{ field: 'row', message: 'A product is written as { "name": …, "sku": …, … }' }];
  return [{ field, message: issue.message }];
}
