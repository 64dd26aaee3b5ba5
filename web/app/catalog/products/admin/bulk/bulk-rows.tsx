import type { BulkRow } from '@reprise/contract/catalog/products/products-admin';
import { ArrowRight } from '../../../../ui/icons/lucide.tsx';
import { type CategoryNames, labelOfChange } from './bulk-labels.ts';

type BulkRowsProps = { rows: BulkRow[]; names: CategoryNames; deletes?: boolean };

/** Lists each product with its old and new value, or the reason it is unchanged. */
export function BulkRows({ rows, names, deletes = false }: BulkRowsProps) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Products"
      className="max-h-72 overflow-y-auto rounded-control border border-line text-sm"
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b px-3 py-1.5 last:border-b-0"
        >
          <span className="min-w-0 max-w-full truncate">{row.name || row.id}</span>
          <span className="tabular text-right">
            <RowOutcome row={row} names={names} deletes={deletes} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function RowOutcome({ row, names, deletes }: { row: BulkRow; names: CategoryNames; deletes: boolean }) {
  if (row.outcome === 'refused') return <span className="text-bad-text">{row.reason}</span>;
  if (row.outcome === 'unchanged') return <span className="text-ink-muted">unchanged</span>;
  if (deletes) return <span className="text-ink-muted">will be deleted</span>;
  return labelOfChange(row.before, row.after, names).map(({ from, to }, index) => (
    <span key={to}>
      {index > 0 && ', '}
      <span className="text-ink-muted">{from}</span>{' '}
      <ArrowRight className="inline size-3.5 text-ink-faint" aria-label="becomes" />{' '}
      <span className="font-semibold">{to}</span>
    </span>
  ));
}
