import { useSearchParams } from 'react-router';
import { useParamsChange } from './use-params-change.ts';

export const pageSize = 25;
export const pageSizes = [25, 50, 100] as const;

/** Params that position within a list and do not filter it. */
const positionParams = new Set(['page', 'edit', 'add', 'order', 'user', 'mail', 'stock-of']);

/** All other params are filters. */
const nonFilterKeys = new Set([...positionParams, 'sort', 'rows']);
const nonFilters = new Set([...nonFilterKeys, 'search']);

/**
 * State of a list in the search params: search, filters, sort order, page and rows per page. Invalid values
 * are ignored, and every change except of the page returns to the first page.
 */
export function useListParams() {
  const [params] = useSearchParams();
  const changeAddress = useParamsChange();

  const text = (name: string) => {
    const value = (params.get(name) ?? '').trim().slice(0, 200);
    return value.includes('\u0000') ? '' : value.toWellFormed();
  };
  const choice = <const T extends string>(name: string, choices: readonly T[]): T | undefined =>
    choices.find((choice) => choice === params.get(name));

  const change = (changes: Record<string, string | undefined>) =>
    changeAddress(
      (next) => {
        next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
      },
      { replace: true },
    );

  const hrefFor = (page: number) => {
    const next = new URLSearchParams(params);
    if (page > 1) next.set('page', String(page));
    else next.delete('page');
    return `?${next}`;
  };

  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  const limit = pageSizes.find((size) => String(size) === params.get('rows')) ?? pageSize;
  const filterCount = [...params].filter(([name, value]) => value && !nonFilters.has(name)).length;
  return {
    page,
    limit,
    text,
    choice,
    change,
    hrefFor,
    view: canonicalView(params, positionParams),
    /** Search and filters without sort order and position: two lists with the same key have the same rows. */
    filterKey: canonicalView(params, nonFilterKeys),
    filterCount,
  };
}

export type ListParams = ReturnType<typeof useListParams>;

/** Returns the params except the left out ones in canonical form. */
function canonicalView(params: URLSearchParams, leftOut: ReadonlySet<string>): string {
  const entries = [...params].filter(([name, value]) => value !== '' && !leftOut.has(name));
  return String(new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
}
