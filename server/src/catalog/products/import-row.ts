import { newDraft } from '@reprise/contract/catalog/products/drafts';
import { newProduct } from '@reprise/contract/catalog/products/product';
import { requiredText } from '@reprise/contract/wire';
import { z } from 'zod';

/**
 * One product in an imported file: the fields of the product form, prices in major units, the category by name. The SKU is
 * required because it identifies existing products; unknown fields are rejected because they are probably typos.
 */
const sku = requiredText(64, 'Add a SKU. It identifies the product.');
/** Name of the family that the configuration of the product joins. */
const family = requiredText(200, 'Name the family, or leave it out').optional();
const importRow = newProduct.safeExtend({ sku, family, isDraft: z.literal(false).optional() }).strict();
const draftRow = newDraft.safeExtend({ sku, family, isDraft: z.literal(true) }).strict();
export type ImportRow = z.output<typeof importRow> | z.output<typeof draftRow>;
/** Row as written in the file. */
export type WrittenRow = z.input<typeof importRow> | z.input<typeof draftRow>;

/** Fields of a row in the order of its schema. */
export const rowFields = Object.keys(importRow.shape) as (keyof typeof importRow.shape)[];

export type Fault = { field: string; message: string };

/** Returns the decoded row or its faults by field. */
export function readImportRow(written: unknown): { row: ImportRow } | { faults: Fault[] } {
  const isDraft = (written as { isDraft?: unknown } | null)?.isDraft === true;
  const parsed = isDraft
    ? z.safeDecode(draftRow, written as z.input<typeof draftRow>)
    : z.safeDecode(importRow, written as z.input<typeof importRow>);
  if (parsed.success) return { row: parsed.data };
  return { faults: faultsOf(parsed.error) };
}

/** Converts schema issues to faults by field. */
export function faultsOf({ issues }: z.core.$ZodError): Fault[] {
  return issues.flatMap(faultsOfIssue);
}

function faultsOfIssue(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({ field, message: 'Unknown field' }));
  const field = issue.path.join('.');
  if (field === '') return [{ field: 'row', message: 'Write a product as { "name": …, "sku": …, … }' }];
  return [{ field, message: issue.message }];
}
