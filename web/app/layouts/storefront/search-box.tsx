import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Form, useLocation } from 'react-router';

/** Goes to /search?q= with what was typed; nothing typed, nothing happens. Works without scripts. */
export function SearchBox({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';

  const trim = (event: SubmitEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem('q') as HTMLInputElement;
    field.value = field.value.trim();
    if (field.value === '') event.preventDefault();
    else field.blur();
  };
  return (
    <search className={className}>
      <Form action="/search" onSubmit={trim} className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
          aria-hidden="true"
        />
        <input
          key={query}
          type="search"
          name="q"
          aria-label="Search products"
          placeholder="Search phones, laptops, brands"
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          className="control pl-9"
        />
      </Form>
    </search>
  );
}
