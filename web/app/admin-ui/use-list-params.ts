import { useSearchParams } from 'react-router';
import { useParamsChange } from './use-params-change.ts';

export const pageSize = 25;
export const pageSizes = [25, 50, 100] as const;

/** Names in the address that say where in a list one is, not what the list holds. */
const places = new Set(['page', 'edit', 'add', 'order', 'user', 'mail', 'stock-of']);

/** Besides these everything in the address is a filter. */
const notFilters = new Set([...places, 'search', 'sort', 'rows']);

/**
 * The state of a list as its address holds it: search, filters, sort, page and rows a page. What makes no sense is
 * no filter. A change of anything but the page starts at the first page.
 */
export function useListParams() {
  const [params] = useSearchParams();
  const changeAddress = useParamsChange();

  const text = (name: string) => {
    const value = (params.get(name) ?? '').trim().slice(0, 200);
    return value.includes('\u0000') ? '' : value.toWellFormed();
  };
  const choice = <const T extends string>(name: string, choices: readonly T[]): T | undefined =>
    choices.find((each) => each === params.get(name));

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
  const filterCount = [...params].filter(([name, value]) => value && !notFilters.has(name)).length;
  return { page, limit, text, choice, change, hrefFor, view: viewOf(params), filterCount };
}

export type ListParams = ReturnType<typeof useListParams>;

/** What a saved view keeps of an address: its filters and order, always written in the same way. */
function viewOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name, value]) => value !== '' && !places.has(name));
  return String(new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : 1))));
}
