import { useSearchParams } from 'react-router';

export const pageSize = 25;

/**
 * The state of a list as its address holds it: search, filters, sort and page. What makes no sense is no filter.
 * A change of anything but the page starts at the first page.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams();

  const text = (name: string) => {
    const value = (params.get(name) ?? '').trim().slice(0, 200);
    return value.includes('\u0000') ? '' : value.toWellFormed();
  };
  const choice = <const T extends string>(name: string, choices: readonly T[]): T | undefined =>
    choices.find((each) => each === params.get(name));

  const change = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        before.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  const hrefFor = (page: number) => {
    const next = new URLSearchParams(params);
    if (page > 1) next.set('page', String(page));
    else next.delete('page');
    return `?${next}`;
  };

  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return { page, text, choice, change, hrefFor };
}
