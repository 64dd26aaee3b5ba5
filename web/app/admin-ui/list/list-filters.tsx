import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ListFilter as ListFilterIcon } from '../../ui/icons/lucide.tsx';
import { DateRangeFilter } from './date-range-filter.tsx';
import { dayIn, daysToFilter } from './day-range.ts';
import { ListMenu } from './list-menus.tsx';
import { FilterSelect, SearchField } from './toolbar.tsx';
import type { ListParams, ListParamValues } from './use-list-params.ts';

/** A filter of a list: where the URL stores it, what it adds to the query of the API, and its control. */
export type ListFilter<Query extends object = object> = {
  params: string[];
  /** Its part of the query; undefined values do not filter. */
  read: (values: ListParamValues) => Query;
  render: (listParams: ListParams) => ReactNode;
  /** The search field stays visible where the filters collapse. */
  isSearch?: boolean;
};

/** Search field; the words are the param `search`. */
export function searchFilter(label: string, maxLength = 200): ListFilter<{ search: string | undefined }> {
  const wordsIn = ({ text }: ListParamValues) => text('search').slice(0, maxLength);
  return {
    params: ['search'],
    isSearch: true,
    read: (listParams) => ({ search: wordsIn(listParams) || undefined }),
    render: (listParams) => (
      <SearchField
        label={label}
        value={wordsIn(listParams)}
        onChange={(search) => listParams.change({ search })}
      />
    ),
  };
}

type FilterChoice<Value extends string> = { value: Value; label: string };

/** Returns the choices of a filter for these values. */
export function choicesOf<const Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string> | ((value: Value) => string),
): FilterChoice<Value>[] {
  return values.map((value) => ({
    value,
    label: typeof labels === 'function' ? labels(value) : labels[value],
  }));
}

type SelectFilterOptions<Name extends string, Value extends string> = {
  /** Search param, and field of the query unless `queryOf` says otherwise. */
  name: Name;
  label: string;
  /** Label of the choice that does not filter. */
  all: string;
  choices: readonly FilterChoice<Value>[];
  /** Takes values that are no choice, because the choices are loaded later. */
  takesAny?: boolean;
  /** Adds a choice for a value that is none. */
  labelOfOther?: (value: string) => string;
  /** Has a control only while it filters. */
  isHidden?: boolean;
};

/** Filter with a list of choices. */
export function selectFilter<const Name extends string, const Value extends string, Query extends object>(
  options: SelectFilterOptions<Name, Value> & { queryOf: (value: Value) => Query },
): ListFilter<Partial<Query>>;
export function selectFilter<const Name extends string, const Value extends string>(
  options: SelectFilterOptions<Name, Value>,
): ListFilter<Record<Name, Value | undefined>>;
export function selectFilter(
  options: SelectFilterOptions<string, string> & { queryOf?: (value: string) => object },
): ListFilter {
  const { name, label, all, choices, takesAny, labelOfOther, isHidden, queryOf } = options;
  const values = choices.map(({ value }) => value);
  const valueIn = ({ text, choice }: ListParamValues) =>
    takesAny ? text(name) || undefined : choice(name, values);
  return {
    params: [name],
    read: (listParams) => {
      const value = valueIn(listParams);
      if (!queryOf) return { [name]: value };
      return value === undefined ? {} : queryOf(value);
    },
    render: (listParams) => {
      const value = valueIn(listParams);
      if (isHidden && value === undefined) return null;
      const isOther = labelOfOther && value !== undefined && !values.includes(value);
      return (
        <FilterSelect
          label={label}
          all={all}
          value={value}
          choices={isOther ? [...choices, { value, label: labelOfOther(value) }] : choices}
          onChange={(chosen) => listParams.change({ [name]: chosen })}
        />
      );
    },
  };
}

const asIs = (value: string) => value;

/** Filter with the values that the rows have; hidden while there is nothing to choose. */
export function valuesFilter<const Name extends string>(
  name: Name,
  label: string,
  all: string,
  values: string[],
) {
  const choices = choicesOf(values, asIs);
  const isHidden = values.length === 0;
  return selectFilter({ name, label, all, choices, takesAny: true, labelOfOther: asIs, isHidden });
}

/** Filter for days of the store; the params are `from` and `to`. */
export function daysFilter(label: string): ListFilter<{ from?: string; to?: string }> {
  const daysIn = ({ text }: ListParamValues) => ({ from: dayIn(text('from')), to: dayIn(text('to')) });
  return {
    params: ['from', 'to'],
    read: (listParams) => {
      const { from, to } = daysIn(listParams);
      return daysToFilter(from, to);
    },
    render: (listParams) => (
      <DateRangeFilter label={label} {...daysIn(listParams)} onChange={listParams.change} />
    ),
  };
}

/** Filters that are seldom needed, in a panel of their own. */
export function moreFilters<Query extends object>(
  filters: readonly ListFilter<Partial<Query>>[],
): ListFilter<Partial<Query>> {
  const params = filters.flatMap((filter) => filter.params);
  return {
    params,
    read: (listParams) => Object.assign({}, ...filters.map(({ read }) => read(listParams))),
    render: (listParams) => {
      const set = params.filter((name) => listParams.text(name) !== '').length;
      return (
        <ListMenu
          label={set > 0 ? `More filters, ${set} set` : 'More filters'}
          Icon={ListFilterIcon}
          word={set > 0 ? `More filters (${set})` : 'More filters'}
          side="left"
        >
          <div className="grid gap-3 [&_.control]:w-full [&_.control]:max-w-none">
            {filters.map((filter) => (
              <Fragment key={filter.params[0]}>{filter.render(listParams)}</Fragment>
            ))}
          </div>
        </ListMenu>
      );
    },
  };
}

/** Filter that only links set. While it is set, a button with this label removes it. */
export function linkedFilter<const Name extends string>(
  name: Name,
  label?: string,
): ListFilter<Record<Name, string | undefined>>;
export function linkedFilter<const Name extends string, Query extends object>(
  name: Name,
  label: string | undefined,
  queryOf: (value: string) => Query,
): ListFilter<Partial<Query>>;
export function linkedFilter(
  name: string,
  label?: string,
  queryOf: (value: string) => object = (value) => ({ [name]: value }),
): ListFilter {
  return {
    params: [name],
    read: ({ text }) => (text(name) === '' ? {} : queryOf(text(name))),
    render: ({ text, change }) =>
      label !== undefined &&
      text(name) !== '' && (
        <Button variant="outline" size="sm" onClick={() => change({ [name]: undefined })}>
          {label}
        </Button>
      ),
  };
}
