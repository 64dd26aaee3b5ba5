import type { Pagination as Paging } from '@reprise/contract/paging';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListFooter } from './list-footer.tsx';
import { messageOf } from './message-of.ts';
import { pageSize } from './use-list-address.ts';

export type Column = {
  label: string;
  number?: boolean;
  /** For the column of buttons, which needs no title to the eye. */
  labelHidden?: boolean;
  sort?: { direction: 'ascending' | 'descending' | undefined; onSort: () => void };
};

type ListTableProps<Row> = {
  caption: string;
  columns: Column[];
  list: {
    data: { rows: Row[]; pagination: Paging } | undefined;
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  row: (row: Row) => ReactNode;
  empty: ReactNode;
  hrefFor: (page: number) => string;
};

/** On a desktop the rows scroll below their head and the page stands still; a phone scrolls the page. */
const sheet =
  'transition-opacity [&>section]:max-h-none md:[&>section]:max-h-[max(24rem,calc(100dvh-21.5rem))]';

/** The buttons of a row stay at the right edge; on a phone that space belongs to the columns. */
const actionsInSight = [
  'md:[&_tr>:last-child]:sticky md:[&_tr>:last-child]:right-0 md:[&_tr>:last-child]:px-1.5',
  'md:[&_tr>:last-child]:border-line md:[&_tr>:last-child]:border-l',
  'md:[&_td:last-child]:z-[1] md:[&_thead_th:last-child]:z-[3]',
].join(' ');

/** A list of the back office in its four looks: loading, failed, empty, and one page of rows. */
export function ListTable<Row>({ caption, columns, list, row, empty, hrefFor }: ListTableProps<Row>) {
  const { data, error } = list;
  if (error && !data) {
    return (
      <div className="rounded-tile border border-line bg-raised">
        <ErrorState
          title={`${caption} could not be loaded`}
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        >
          {messageOf(error, 'The shop did not answer. Nothing was changed by this.')}
        </ErrorState>
      </div>
    );
  }
  if (data && data.rows.length === 0) {
    return <div className="rounded-tile border border-line bg-raised">{empty}</div>;
  }
  const hasActions = columns.at(-1)?.labelHidden;
  return (
    <div aria-busy={list.isFetching}>
      <div
        className={classNames(sheet, hasActions && actionsInSight, list.isPlaceholderData && 'opacity-60')}
      >
        <DataTable caption={caption}>
          <Head columns={columns} />
          <tbody>{data ? data.rows.map(row) : <SkeletonRows columns={columns} />}</tbody>
        </DataTable>
      </div>
      {data ? (
        <ListFooter pagination={data.pagination} hrefFor={hrefFor} />
      ) : (
        <p className="sr-only" role="status">
          Loading
        </p>
      )}
    </div>
  );
}

function Head({ columns }: { columns: Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, number, labelHidden, sort }) => (
          <th key={label} scope="col" className={number ? 'number' : undefined} aria-sort={sort?.direction}>
            {sort ? (
              <SortButton label={label} {...sort} />
            ) : (
              <span className={labelHidden ? 'sr-only' : undefined}>{label}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortButton({ label, direction, onSort }: { label: string } & NonNullable<Column['sort']>) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        'inline-flex h-8 items-center gap-1 rounded-control hover:text-ink',
        direction && 'font-semibold text-ink',
      )}
    >
      {label}
      <Arrow className={classNames('size-3.5', !direction && 'opacity-0')} aria-hidden="true" />
    </button>
  );
}

function SkeletonRows({ columns }: { columns: Column[] }) {
  return Array.from({ length: pageSize }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
    <tr key={at}>
      {columns.map(({ label, number }, column) => (
        <td key={label} className={number ? 'number' : undefined}>
          <Skeleton
            className={classNames('h-3.5', column === 0 ? 'w-44' : 'w-16', number === true && 'ml-auto')}
          />
        </td>
      ))}
    </tr>
  ));
}
