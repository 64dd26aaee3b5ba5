import type { RecordedChange } from '@reprise/contract/catalog/products/bulk-changes';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import { formatMoney } from '@reprise/contract/money';
import { formatCount } from '../../../../formats.ts';

export const countOfProducts = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

const signed = (value: number) => (value > 0 ? `+${value}` : `−${Math.abs(value)}`);

const familyActions: Record<FamilyChange['kind'], string> = {
  build: 'Families built',
  merge: 'Families merged',
  split: 'Family split',
  assign: 'Configurations moved',
};

/** Returns what a change does, in words. */
export function describeChange(change: RecordedChange): string {
  switch (change.kind) {
    case 'price':
      return `Price ${formatMoney(change.price)}`;
    case 'percent':
      return `Price ${signed(change.percent)}%`;
    case 'condition':
      return `Condition ${conditionLabels[change.condition]}`;
    case 'category':
      return 'Category';
    case 'featured':
      return change.featured ? 'Featured' : 'Not featured';
    case 'stock':
      return `Stock ${signed(change.change)}`;
    case 'archive':
      return change.archived ? 'Archived' : 'Restored from the archive';
    case 'publish':
      return change.published ? 'Published' : 'Set to draft';
    case 'delete':
      return 'Deleted';
    case 'sale':
      return `Sale ${change.percentOff}% off`;
    case 'sale-price':
      return `Sale at ${formatMoney(change.price)}`;
    case 'end-sale':
      return 'Sale ended';
    case 'edit':
      return `Edit of ${change.name}`;
    case 'added':
      return `Added ${change.name}`;
    case 'deleted':
      return `Deleted ${change.name}`;
    case 'imported':
      return `Import of ${change.fileName}`;
    case 'families':
      return familyActions[change.action];
  }
}
