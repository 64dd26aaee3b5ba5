import type { Pagination } from '@reprise/contract/paging';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { notify } from '../../ui/notify.ts';
import { messageOf } from './message-of.ts';
import type { Selection } from './use-selection.ts';

const counts = new Intl.NumberFormat('en-US');

type BulkBarProps<Row> = {
  selection: Selection<Row>;
  pagination: Pagination | undefined;
  idsOfAll: (() => Promise<string[]>) | undefined;
  children: ReactNode;
};

/** What can be done with the ticked rows; it lies over the foot of the list. */
export function BulkBar<Row>({ selection, pagination, idsOfAll, children }: BulkBarProps<Row>) {
  const [loading, setLoading] = useState(false);
  const chooseAll = async () => {
    if (!idsOfAll) return;
    setLoading(true);
    try {
      selection.chooseIds(await idsOfAll());
    } catch (error) {
      notify('error', messageOf(error, 'What matches could not be read. The selection is as it was.'));
    } finally {
      setLoading(false);
    }
  };
  const total = pagination?.total ?? 0;
  return (
    <section aria-label="Selection" className="bulk-bar">
      <p role="status" className="tabular whitespace-nowrap pr-1 font-semibold text-sm">
        {counts.format(selection.size)} selected
      </p>
      {idsOfAll && total > selection.size && (
        <Button variant="ghost" size="sm" loading={loading} onClick={chooseAll}>
          Select all {pagination?.atLeast ? 'that match' : `${counts.format(total)} that match`}
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-1.5">{children}</div>
      <IconButton label="Clear selection" size="sm" className="ml-auto" onClick={selection.clear}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </section>
  );
}
