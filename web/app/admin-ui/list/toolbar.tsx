import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChevronDown, ListFilter, Search, X } from '../../ui/icons/lucide.tsx';
import { hasSingleKeys } from '../single-keys.ts';

type ToolbarProps = {
  aside?: ReactNode;
  /** Number of active filters; undefined for a list without filters. */
  filtered?: number | undefined;
  children: ReactNode;
};

/**
 * Search and filters in a row above a list, with `aside` at its right end. Below 1280 px the filters are
 * collapsed.
 */
export function Toolbar({ aside, filtered, children }: ToolbarProps) {
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  return (
    <search
      ref={bar}
      className={classNames(
        // More filters than fit get a second row.
        'mb-3 flex flex-wrap items-center gap-2 xl:[&:not(:has(>:nth-child(9)))]:flex-nowrap',
        !open && filtered !== undefined && 'max-xl:[&>:not([data-always])]:hidden',
      )}
      aria-label="Search and filter the list"
    >
      {children}
      {aside && (
        <div data-always className="ml-auto flex shrink-0 items-center gap-2 max-xl:-order-1">
          {filtered !== undefined && (
            <button
              type="button"
              aria-expanded={open}
              aria-label={filtered > 0 ? `Filters, ${filtered} set` : 'Filters'}
              className={classNames(
                'control relative inline-flex min-h-9 w-auto items-center justify-center gap-1.5 py-1 text-sm max-sm:w-11 max-sm:px-0 xl:hidden',
                filtered > 0 && 'border-primary-text bg-primary-tint',
              )}
              onClick={() => {
                setOpen(!open);
                // The filters precede this button in the DOM.
                if (!open) requestAnimationFrame(() => bar.current?.querySelector('select')?.focus());
              }}
            >
              <ListFilter className="size-4 text-ink-muted" aria-hidden="true" />
              <span className="max-sm:sr-only">Filters</span>
              {filtered > 0 && (
                <span className="tabular absolute -top-1.5 -right-1.5 grid size-4.5 place-items-center rounded-full bg-primary-fill text-[0.6875rem] text-primary-on">
                  {filtered}
                </span>
              )}
            </button>
          )}
          {aside}
        </div>
      )}
      {open && <span className="basis-full max-sm:hidden max-xl:-order-1 xl:hidden" />}
    </search>
  );
}

const debounceMs = 250;

/** Returns the words in a search field, and a function that searches for words at once instead of after a pause. */
function useTypedSearch(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Searches of this field that the URL does not have yet; more may be typed until it does.
  const [sent, setSent] = useState<string[]>([]);
  if (value !== known) {
    setKnown(value);
    const place = sent.indexOf(value);
    setSent(sent.slice(place + 1));
    // The URL was changed elsewhere, for example by the Back button.
    if (place < 0 && value !== typed.trim()) setTyped(value);
  }

  const send = (words: string) => {
    if (words !== value) setSent([...sent, words]);
    onChange(words);
  };
  const report = useEffectEvent(send);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => report(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return { typed, setTyped, send };
}

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** Search field that `/` focuses. The list updates after a pause in typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, send } = useTypedSearch(value, onChange);
  useSlashFocus(input);

  return (
    <div
      data-always
      className="relative min-w-40 flex-1 basis-64 max-xl:-order-2 max-sm:basis-40 md:max-w-sm xl:basis-40"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
        aria-hidden="true"
      />
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        aria-keyshortcuts="/"
        className="control min-h-9 py-1 pr-9 pl-8 text-sm"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(typed.trim());
          if (event.key === 'Escape' && typed) setTyped('');
          else if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {typed ? (
        <span className="absolute top-1/2 right-0.5 -translate-y-1/2">
          <IconButton
            label="Clear search"
            size="sm"
            onClick={() => {
              setTyped('');
              input.current?.focus();
            }}
          >
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </span>
      ) : (
        <span
          className="pointer-events-none absolute top-1/2 right-2 hidden h-5 min-w-5 -translate-y-1/2 place-items-center rounded border border-line bg-sunken font-sans text-ink-muted text-xs md:grid"
          aria-hidden="true"
        >
          /
        </span>
      )}
    </div>
  );
}

function useSlashFocus(input: React.RefObject<HTMLInputElement | null>) {
  // A layout effect: the key works as soon as the screen is shown.
  useLayoutEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys()) return;
      const target = event.target as HTMLElement;
      if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, [input]);
}

type FilterSelectProps = {
  label: string;
  value: string | undefined;
  /** Label of the option without a filter. */
  all: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
};

/** Filter of a list, highlighted while active. */
export function FilterSelect({ label, value = '', all, choices, onChange }: FilterSelectProps) {
  return (
    <span className="relative min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
        className={classNames(
          'control field-sizing-content min-h-9 w-auto max-w-[min(12rem,100%)] appearance-none truncate py-1 pr-8 pl-3 text-sm',
          value !== '' && 'border-primary-text bg-primary-tint font-medium',
        )}
      >
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-ink-muted"
        aria-hidden="true"
      />
    </span>
  );
}
