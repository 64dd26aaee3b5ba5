import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { ShownFields } from '@reprise/contract/catalog/products/products-admin';
import { formatMoney } from '@reprise/contract/money';

export type CategoryNames = ReadonlyMap<string, string>;

/** Describes the change of one product, field by field. */
export function labelOfChange(
  before: ShownFields,
  after: ShownFields,
  categories: CategoryNames,
): { from: string; to: string }[] {
  return (Object.keys(after) as (keyof ShownFields)[]).map((field) => ({
    from: rowLabel(field, before[field], categories),
    to: rowLabel(field, after[field], categories),
  }));
}

function rowLabel(field: keyof ShownFields, value: unknown, categories: CategoryNames): string {
  switch (field) {
    case 'price':
      return formatMoney(value as never);
    case 'originalPrice':
      return value === null ? 'no original price' : `original ${formatMoney(value as never)}`;
    case 'salePrice':
      return value === null ? 'no sale' : `sale ${formatMoney(value as never)}`;
    case 'condition':
      return conditionLabels[value as keyof typeof conditionLabels];
    case 'categoryId':
      return value === null ? 'No category' : (categories.get(value as string) ?? 'Deleted category');
    case 'featured':
      return value ? 'Featured' : 'Not featured';
    case 'archived':
      return value ? 'Archived' : 'On sale';
    case 'isDraft':
      return value ? 'Draft' : 'On sale';
    case 'stockCount':
      return `${value} in stock`;
  }
}
