import type { Pagination } from '@reprise/contract/paging';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { ListFilter } from './list-filters.tsx';
import { type ListParams, useListParams } from './use-list-params.ts';

type IntersectionOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer Intersection,
) => void
  ? Intersection
  : never;

/** Part of the query of the API that the filters make. */
type FilterQuery<Filters extends readonly ListFilter[]> = IntersectionOf<ReturnType<Filters[number]['read']>>;

type SortQuery<Sort extends string> = [Sort] extends [never] ? unknown : { sort: Sort | undefined };

type AdminListOptions<Filters extends readonly ListFilter[], Sort extends string, Answer, Row> = {
  queryKey: QueryKey;
  /** In the order of the toolbar. */
  filters?: Filters;
  /** Values of the param `sort`. */
  sorts?: readonly Sort[];
  load: (
    query: FilterQuery<Filters> & SortQuery<Sort> & { page: number; limit: number },
    options: { signal: AbortSignal },
  ) => Promise<Answer>;
  rowsOf: (answer: Answer) => Row[];
  refetchInterval?: number | ((answer: Answer | undefined) => number | false);
  /** Polls without input too, for work that runs unattended. */
  refetchIntervalInBackground?: boolean;
};

/** State of a list, without what only its page knows. */
export type AdminList<Row> = {
  data: { rows: Row[]; pagination: Pagination } | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
  params: ListParams;
  filters: readonly ListFilter[];
  /** Filters that the search params set. */
  setFilters: readonly ListFilter[];
  clearFilters: () => void;
  /** Search, filters, sort order and rows per page, as a saved view stores them. */
  view: string;
};

/** Loads a page of rows by the search params of the screen, for `DataList`. */
export function useAdminList<
  Answer extends { pagination: Pagination },
  Row extends { id: string },
  const Filters extends readonly ListFilter[] = [],
  const Sort extends string = never,
>(options: AdminListOptions<Filters, Sort, Answer, Row>) {
  type Query = FilterQuery<Filters> & SortQuery<Sort>;
  const { queryKey, sorts, load, rowsOf, refetchInterval, refetchIntervalInBackground = false } = options;
  const filters: readonly ListFilter[] = options.filters ?? [];
  const params = useListParams();
  const { page, limit } = params;
  const filterQuery: object = Object.assign({}, ...filters.map(({ read }) => read(params)));
  const query = { ...filterQuery, ...(sorts && { sort: params.choice('sort', sorts) }) } as Query & object;
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery<
    Answer,
    Error,
    Answer & { rows: Row[] }
  >({
    queryKey: [...queryKey, { ...query, page, limit }],
    queryFn: ({ signal }) => load({ ...query, page, limit }, { signal }),
    select: (answer) => ({ ...answer, rows: rowsOf(answer) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof refetchInterval === 'function' ? refetchInterval(state.data) : (refetchInterval ?? false),
    refetchIntervalInBackground,
  });
  const names = filters.flatMap((filter) => filter.params);
  const isSet = ({ read }: ListFilter) => Object.values(read(params)).some((value) => value !== undefined);
  return {
    data,
    error,
    isError,
    isFetching,
    isPlaceholderData,
    refetch,
    params,
    filters,
    setFilters: filters.filter(isSet),
    clearFilters: () => params.change(Object.fromEntries(names.map((name) => [name, undefined]))),
    view: params.serialize([...names, 'sort', 'rows']),
    /** Query of all rows that match. */
    filterQuery: filterQuery as FilterQuery<Filters>,
    /** Query of all rows that match, in the order of the list. */
    query: query as Query,
    /** Lists with the same key have the same rows. */
    key: JSON.stringify([queryKey, filterQuery]),
  } satisfies AdminList<Row> & Record<string, unknown>;
}
