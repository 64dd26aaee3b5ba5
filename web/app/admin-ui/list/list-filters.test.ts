import { expect, test } from 'vitest';
import { choicesOf, daysFilter, linkedFilter, searchFilter, selectFilter } from './list-filters.tsx';
import { readListParams } from './use-list-params.ts';

const paramsOf = (search: string) => readListParams(new URLSearchParams(search));

const state = { name: 'state', label: 'State', all: 'All lots' } as const;
const states = ['open', 'closed'] as const;

test('a choice that the URL invents does not filter', () => {
  const filter = selectFilter({ ...state, choices: choicesOf(states, (value) => value) });
  expect(filter.read(paramsOf('state=open'))).toEqual({ state: 'open' });
  expect(filter.read(paramsOf('state=lost'))).toEqual({ state: undefined });
});

test('a filter whose choices are loaded later takes the value of the URL before', () => {
  const filter = selectFilter({ ...state, choices: [], takesAny: true });
  expect(filter.read(paramsOf('state=lost'))).toEqual({ state: 'lost' });
});

test('a filter makes its own part of the query, and none while it is not set', () => {
  const filter = selectFilter({
    ...state,
    choices: choicesOf(states, { open: 'Open', closed: 'Closed' }),
    queryOf: (value) => ({ isOpen: value === 'open' }),
  });
  expect(filter.read(paramsOf('state=closed'))).toEqual({ isOpen: false });
  expect(filter.read(paramsOf(''))).toEqual({});
});

test('words of a search are trimmed and cut to what the API takes', () => {
  expect(searchFilter('Search', 4).read(paramsOf('search=+phones'))).toEqual({ search: 'phon' });
  expect(searchFilter('Search').read(paramsOf('search=+'))).toEqual({ search: undefined });
});

test('a range of days ends before the day after its last, and impossible days do not filter', () => {
  const { read } = daysFilter('Date');
  expect(read(paramsOf('from=2026-02-27&to=2026-02-28'))).toEqual({ from: '2026-02-27', to: '2026-03-01' });
  expect(read(paramsOf('from=2026-13-01&to=soon'))).toEqual({});
});

test('a filter that only links set takes any value', () => {
  expect(linkedFilter('product', 'All products').read(paramsOf('product=7'))).toEqual({ product: '7' });
});

test('a saved view names its params in alphabetical order and leaves out all others', () => {
  const { serialize } = paramsOf('sort=newest&message=5&page=2&kind=&state=open');
  expect(serialize(['state', 'kind', 'sort', 'rows'])).toBe('sort=newest&state=open');
});
