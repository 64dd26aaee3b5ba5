import { useSearchParams } from 'react-router';
import { useParamsChange } from '../use-params-change.ts';

export const pageSize = 25;
export const pageSizes = [25, 50, 100] as const;

/** Reads the state of a list from search params; invalid values are ignored. */
export function readListParams(params: URLSearchParams) {
  const text = (name: string) => {
    const value = (params.get(name) ?? '').trim().slice(0, 200);
    return value.includes('\u0000') ? '' : value.toWellFormed();
  };
  return {
    page: /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1,
    limit: pageSizes.find((size) => String(size) === params.get('rows')) ?? pageSize,
    text,
    choice: <const T extends string>(name: string, choices: readonly T[]): T | undefined =>
      choices.find((choice) => choice === params.get(name)),
    /** Returns these params in canonical form. */
    serialize: (names: string[]): string => {
      const entries = names.map((name) => [name, params.get(name) ?? '']).filter(([, value]) => value !== '');
      return String(new URLSearchParams(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))));
    },
  };
}

export type ListParamValues = ReturnType<typeof readListParams>;

/** State of a list in the search params. Every change except of the page returns to the first page. */
export function useListParams() {
  const [params] = useSearchParams();
  const changeAddress = useParamsChange();

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
  return { ...readListParams(params), change, hrefFor };
}

export type ListParams = ReturnType<typeof useListParams>;
