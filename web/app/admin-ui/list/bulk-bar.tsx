import type { Pagination } from '@reprise/contract/paging';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../api/error-message.ts';
import { formatCount } from '../../formats.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { X } from '../../ui/icons/lucide.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import type { Selection } from './use-selection.ts';

type BulkBarProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** Rows on the screen. */
  rows: Row[];
  pagination: Pagination | undefined;
  chooseAll: (() => Promise<void>) | undefined;
  /** The rows that match, in words. */
  matching?: string | undefined;
  children: ReactNode;
};

/** Bar with the actions for selected rows, at the bottom of the list. */
export function BulkBar<Row extends { id: string }>({
  selection,
  rows,
  pagination,
  chooseAll,
  matching,
  children,
}: BulkBarProps<Row>) {
  const [loading, setLoading] = useState(false);
  const choose = async () => {
    setLoading(true);
    try {
      await chooseAll?.();
    } catch (error) {
      notify(
        'error',
        messageOf(error, 'The matching rows could not be loaded. Your selection is unchanged.'),
      );
    } finally {
      setLoading(false);
    }
  };
  const total = pagination?.total ?? 0;
  const notShown = selection.size - rows.filter(selection.has).length;
  return (
    <section aria-label="Selection" className="bulk-bar">
      <p role="status" className="tabular whitespace-nowrap pr-1 font-semibold text-sm">
        {formatCount(selection.size)} selected
        {notShown > 0 && `, ${notShown === selection.size ? '' : `${formatCount(notShown)} `}not shown`}
      </p>
      {chooseAll && total > selection.size && (
        <Button variant="ghost" size="sm" loading={loading} onClick={choose}>
          Select all {pagination?.atLeast ? 'that match' : `${formatCount(total)} that match`}
        </Button>
      )}
      {chooseAll && matching && (
        <p className="max-w-80 truncate text-ink-muted text-xs" title={matching}>
          {matching}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1.5">{children}</div>
      <IconButton
        label="Clear selection"
        size="sm"
        className="ml-auto max-sm:absolute max-sm:top-1.5 max-sm:right-1.5"
        onClick={selection.clear}
      >
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </section>
  );
}
