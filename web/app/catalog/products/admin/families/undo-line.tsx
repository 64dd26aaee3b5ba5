import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import type { ReactNode } from 'react';
import { useUndoFamilyChange } from './use-family-change.ts';

type UndoLineProps = { change: FamilyChange; onUndone: () => void; children: ReactNode };

/** Line above a list that says what was changed last, with a button that undoes it. */
export function UndoLine({ change, onUndone, children }: UndoLineProps) {
  const undoing = useUndoFamilyChange(onUndone);
  return (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-3 rounded-control bg-sunken px-3 py-1.5 text-sm">
      <span className="min-w-0 break-words">{children}</span>
      <button
        type="button"
        className="rounded-control px-1.5 py-1 text-link text-sm pointer-coarse:min-h-11"
        disabled={undoing.isPending}
        onClick={() => undoing.mutate(change)}
      >
        Undo
      </button>
    </p>
  );
}
