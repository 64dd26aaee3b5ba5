import { undoHours } from '@reprise/contract/catalog/products/bulk-changes';
import { Problem } from '@reprise/contract/problem';
import { hourMs } from '../../../platform/time.ts';
import type { bulkChanges } from './bulk-changes.tables.ts';

type StoredChange = Pick<typeof bulkChanges.$inferSelect, 'change' | 'createdAt' | 'productCount'>;

/** Returns why a change has no undo; '' if it has one. */
export function withoutUndo({ change, productCount }: StoredChange): string {
  switch (change.kind) {
    case 'delete':
    case 'deleted':
      return 'Deleted products do not come back.';
    case 'sale':
    case 'sale-price':
    case 'end-sale':
      return 'Prices of a sale are set with the sale: end it, or start it again.';
    case 'imported':
      return productCount === 0
        ? 'It only added drafts, which are not in the store. Delete those that should not be there.'
        : '';
    default:
      return '';
  }
}

/** Returns the last time to undo a change; null if it has no undo. */
export function undoUntil(stored: StoredChange): Date | null {
  return withoutUndo(stored) === '' ? new Date(stored.createdAt.getTime() + undoHours * hourMs) : null;
}

/** Throws if a change does not exist, has no undo, or is too old for it. */
export function assertUndoable(stored: StoredChange | undefined, now: Date): asserts stored is StoredChange {
  if (!stored) throw new Problem('NOT_FOUND', 'Change not found');
  const reason = withoutUndo(stored);
  const until = undoUntil(stored);
  if (until === null) throw new Problem('EDIT_CONFLICT', `This change cannot be undone. ${reason}`);
  if (now > until) throw new Problem('EDIT_CONFLICT', `Changes can be undone for ${undoHours} hours.`);
}
