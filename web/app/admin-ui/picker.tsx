import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextInput } from '../ui/forms/text-input.tsx';

type PickerProps<Item> = {
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  results: UseQueryResult<Item[]>;
  /** True if the text is long enough to search. */
  isSearching: boolean;
  emptyText: string;
  children: (item: Item) => ReactNode;
};

/** Search field with its results below. */
export function Picker<Item>(props: PickerProps<Item>) {
  const { label, placeholder, typed, onType, results, isSearching, emptyText, children } = props;
  return (
    <div>
      <TextInput
        label={label}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        // Prevents Enter from submitting the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {isSearching && (
        <div aria-live="polite" aria-busy={results.isFetching}>
          {results.isError && (
            <p className="mt-2 text-bad-text text-sm">The search failed. Keep typing to try again.</p>
          )}
          {results.data?.length === 0 && <p className="mt-2 text-ink-muted text-sm">{emptyText}</p>}
          {results.data && results.data.length > 0 && (
            <ul className="mt-2 divide-y divide-line rounded-control border border-line">
              {results.data.map(children)}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
