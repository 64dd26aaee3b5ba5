import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ArrowDown, ArrowUp, SearchX } from '../../ui/icons/lucide.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { LoadFailure } from '../loaded.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ListFooter } from './list-footer.tsx';
import { DisplayMenu, ViewsMenu } from './list-menus.tsx';
import { type SavedView, useListPreferences } from './table-preferences.ts';
import { Toolbar } from './toolbar.tsx';
import type { AdminList } from './use-admin-list.ts';
import type { Selection } from './use-selection.ts';

/** Values of the `sort` param for a column; one direction may be missing. */
export type ColumnSort = { ascending?: string; descending?: string; first?: 'descending' };

export type ListColumn<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Number column: right-aligned, with tabular digits. */
  number?: boolean;
  sort?: ColumnSort;
  /** Hidden by default. */
  optional?: boolean;
  /**
   * Phone layout, where a row is a block: `labelled` adds the label before the value, `hidden` omits the
   * cell.
   */
  phone?: 'labelled' | 'hidden';
};

type DataListProps<Row extends { id: string }> = {
  /** Storage name of columns, density and views of this list. */
  name: string;
  caption: string;
  /** The first column is the row header, which is sticky. */
  columns: ListColumn<Row>[];
  list: AdminList<Row>;
  /** Accessible name of a row. */
  nameOf: (row: Row) => string;
  /** Control after the filters, such as one that names a row. */
  moreFilters?: ReactNode;
  /** Sort order without a `sort` param. */
  defaultSort?: string;
  /** Views that every administrator has. */
  views?: SavedView[];
  actions?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  /** Buttons of the bulk bar. */
  bulk?: ReactNode;
  /** Selects everything that matches the filters. */
  chooseAll?: () => Promise<void>;
  /** The rows that match, in words. */
  matching?: string;
  /** Returns true for dimmed rows, such as archived ones. */
  isFaded?: (row: Row) => boolean;
  /** Shown instead of no rows; filters that match none offer to be cleared. */
  empty?: ReactNode;
  /** Title if the filters match nothing. */
  noMatch?: string;
  /** Text above the rows, such as how they match a search. */
  note?: ReactNode;
};

/**
 * List of the admin: filters, saved views, optional columns, sorting, selection with bulk bar, and its
 * loading, error and empty states. All state is in the search params.
 */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { name, caption, list, views = [], selection } = props;
  const { data, error, filters, setFilters, params } = list;
  const preferences = useListPreferences(name);
  const columns = props.columns.filter(
    ({ id, optional }, index) => index === 0 || (preferences.columns[id] ?? !optional),
  );
  // A phone has nothing to collapse beside a search field alone.
  const collapses = filters.some(({ isSearch }) => !isSearch);
  const setParams = setFilters.flatMap(({ isSearch, params: names }) => (isSearch ? [] : names));
  const setCount = setParams.filter((name) => params.text(name) !== '').length;
  return (
    <>
      <Toolbar
        filtered={collapses ? setCount : undefined}
        aside={
          <>
            {filters.length > 0 && <ViewsMenu builtIn={views} view={list.view} preferences={preferences} />}
            <DisplayMenu columns={props.columns} listParams={params} preferences={preferences} />
          </>
        }
      >
        {filters.map((filter) => (
          <Fragment key={filter.params[0]}>{filter.render(params)}</Fragment>
        ))}
        {props.moreFilters}
      </Toolbar>
      {error && !data ? (
        <LoadFailure query={list} failed={`${caption} could not be loaded`} look="framed" />
      ) : data?.rows.length === 0 ? (
        <div className="rounded-tile border border-line bg-raised">
          {setFilters.length > 0 || !props.empty ? <NoMatch {...props} /> : props.empty}
        </div>
      ) : (
        <div aria-busy={list.isFetching} className="list-body">
          {props.note && <p className="mb-2 text-ink-muted text-sm">{props.note}</p>}
          <Table {...props} columns={columns} roomy={preferences.roomy} />
          {data ? (
            <ListFooter pagination={data.pagination} hrefFor={params.hrefFor} />
          ) : (
            <p className="sr-only" role="status">
              Loading
            </p>
          )}
        </div>
      )}
      {selection && selection.size > 0 && (
        <BulkBar
          selection={selection}
          rows={data?.rows ?? []}
          pagination={data?.pagination}
          chooseAll={props.chooseAll}
          matching={props.matching}
        >
          {props.bulk}
        </BulkBar>
      )}
    </>
  );
}

function NoMatch<Row extends { id: string }>({ caption, noMatch, list }: DataListProps<Row>) {
  const searchOnly = list.filters.every(({ isSearch }) => isSearch);
  return (
    <EmptyState
      Icon={SearchX}
      title={noMatch ?? `No ${caption.toLowerCase()} match`}
      action={
        <Button variant="outline" onClick={list.clearFilters}>
          {searchOnly ? 'Clear search' : 'Clear filters'}
        </Button>
      }
    />
  );
}

function Table<Row extends { id: string }>({
  caption,
  columns,
  list,
  nameOf,
  defaultSort,
  actions,
  selection,
  isFaded,
  roomy,
}: DataListProps<Row> & { roomy: boolean }) {
  const rows = list.data?.rows;
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={classNames('list-sheet', list.isPlaceholderData && 'opacity-60')}
    >
      <table className={classNames('data-table data-list', roomy && 'roomy', actions && 'with-actions')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="select">
                <SelectPageCheckbox selection={selection} rows={rows ?? []} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                sort={list.params.text('sort') || defaultSort}
                onSort={(sort) => list.params.change({ sort })}
              />
            ))}
            {actions && (
              <th scope="col" className="actions">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows ? (
            rows.map((row, index) => (
              <tr key={row.id} className={isFaded?.(row) ? 'faded' : undefined}>
                {selection && (
                  <td className="select">
                    <SelectRowCheckbox selection={selection} rows={rows} index={index} name={nameOf(row)} />
                  </td>
                )}
                {columns.map((column, index) => (
                  <Cell key={column.id} column={column} isRowHeader={index === 0}>
                    {column.cell(row)}
                  </Cell>
                ))}
                {actions && (
                  <td className="actions">
                    <ActionMenu label={`Actions for ${nameOf(row)}`} folds="on-tablet">
                      {actions(row)}
                    </ActionMenu>
                  </td>
                )}
              </tr>
            ))
          ) : (
            <SkeletonRows
              columns={columns}
              rows={list.params.limit}
              extra={{ select: selection !== undefined, actions: actions !== undefined }}
            />
          )}
        </tbody>
      </table>
    </section>
  );
}

function SelectPageCheckbox<Row extends { id: string }>({
  selection,
  rows,
}: {
  selection: Selection<Row>;
  rows: Row[];
}) {
  const selectedCount = rows.filter(selection.has).length;
  const all = rows.length > 0 && selectedCount === rows.length;
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label="Select all on this page"
      disabled={rows.length === 0}
      checked={all}
      ref={(input) => {
        if (input) input.indeterminate = selectedCount > 0 && !all;
      }}
      onChange={(event) => selection.set(rows, event.target.checked)}
    />
  );
}

type SelectRowCheckboxProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  rows: Row[];
  index: number;
  name: string;
};

function SelectRowCheckbox<Row extends { id: string }>({
  selection,
  rows,
  index,
  name,
}: SelectRowCheckboxProps<Row>) {
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={`Select ${name}`}
      checked={selection.has(rows[index] as Row)}
      onChange={({ target, nativeEvent }) =>
        selection.toggle(rows, index, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
      }
    />
  );
}

type CellProps = { column: Pick<ListColumn<never>, 'label' | 'number' | 'phone'>; isRowHeader: boolean };

function Cell({
  column: { label, number, phone },
  isRowHeader,
  children,
}: CellProps & { children: ReactNode }) {
  const className = classNames(number && 'number', phone === 'hidden' && 'not-on-phone') || undefined;
  if (isRowHeader) {
    return (
      <th scope="row" className={className}>
        {children}
      </th>
    );
  }
  return (
    <td className={className} data-label={phone === 'labelled' ? label : undefined}>
      {children}
    </td>
  );
}

type HeadCellProps = {
  column: { label: string; number?: boolean; sort?: ColumnSort };
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
};

function HeadCell({ column: { label, number, sort }, sort: current, onSort }: HeadCellProps) {
  const className = number ? 'number' : undefined;
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const direction = directionOf(sort, current);
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, current))}
        className={classNames(
          'group/sort inline-flex h-8 items-center gap-1 rounded-control hover:text-ink',
          number === true && 'flex-row-reverse',
          direction && 'font-semibold text-ink',
        )}
      >
        {label}
        <Arrow
          className={classNames('size-3.5', !direction && 'opacity-0 group-hover/sort:opacity-60')}
          aria-hidden="true"
        />
      </button>
    </th>
  );
}

function directionOf(sort: ColumnSort, current: string | undefined) {
  if (current === undefined) return undefined;
  if (current === sort.ascending) return 'ascending';
  return current === sort.descending ? 'descending' : undefined;
}

/** Cycles through the first direction, the second direction and the default order. */
function nextSort({ ascending, descending, first }: ColumnSort, current: string | undefined) {
  const directions = first === 'descending' ? [descending, ascending] : [ascending, descending];
  const available = directions.filter((direction) => direction !== undefined);
  return available[available.indexOf(current ?? '') + 1];
}
