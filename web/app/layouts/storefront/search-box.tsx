import { type KeyboardEvent, type SubmitEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Search } from '../../ui/icons/lucide.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';

/** Includes the API client, so it is loaded when the field gets the focus. */
const SearchSuggestions = lazyOptional(() => import('./search-suggestions.tsx'));

/**
 * Search form that opens /search?q=; an empty field does nothing. Works without scripts; with them it shows
 * suggestions.
 */
export function SearchBox({ className }: { className?: string }) {
  const { pathname, search, key } = useLocation();
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
  const hydrated = useHydrated();
  const suggestions = useSuggestionList();
  const input = useRef<HTMLInputElement>(null);
  const { close } = suggestions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location resets the field
  useEffect(() => {
    close();
    if (document.activeElement !== input.current || !input.current) return;
    input.current.value = query;
    input.current.blur();
  }, [key]);

  const trim = (event: SubmitEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem('q') as HTMLInputElement;
    field.value = field.value.trim();
    if (field.value === '') event.preventDefault();
    else field.blur();
  };
  return (
    <search
      className={className}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <Form action="/search" onSubmit={trim} className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
          aria-hidden="true"
        />
        <input
          key={query}
          ref={input}
          type="search"
          name="q"
          aria-label="Search products"
          placeholder="Search phones, laptops, brands"
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          className="control pl-9"
          {...(hydrated && suggestions.field)}
        />
        {suggestions.isRequested && (
          <Suspense>
            <SearchSuggestions {...suggestions.list} />
          </Suspense>
        )}
      </Form>
    </search>
  );
}

/** State shared by the field and its suggestions. */
function useSuggestionList() {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isRequested, setIsRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const isOpen = open && query.trim() !== '';

  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const showSuggestions = (typed: string) => {
    setQuery(typed);
    setActive(null);
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // During composition the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const options = isOpen ? [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])] : [];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return showSuggestions(event.currentTarget.value);
      const next = step(options, active, event.key === 'ArrowDown' ? 1 : -1);
      next?.scrollIntoView({ block: 'nearest' });
      setActive(next?.id ?? null);
    } else if (event.key === 'Enter' && active !== null) {
      event.preventDefault();
      options.find((option) => option.id === active)?.click();
    } else if (event.key === 'Escape' && isOpen) {
      // The first Esc closes the list, the next one clears the field.
      event.preventDefault();
      close();
    }
  };
  return {
    isRequested,
    close,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': active ?? undefined,
      onFocus: () => setIsRequested(true),
      onChange: (event: { currentTarget: HTMLInputElement }) => showSuggestions(event.currentTarget.value),
      onKeyDown,
    },
    list: { id, list, query: query.trim(), open: isOpen, active },
  };
}

/** Returns the option after or before the active one; beyond either end the field is active. */
function step(options: HTMLElement[], active: string | null, by: 1 | -1): HTMLElement | undefined {
  const index = options.findIndex((option) => option.id === active);
  if (index === -1) return by === 1 ? options[0] : options.at(-1);
  return options[index + by];
}
