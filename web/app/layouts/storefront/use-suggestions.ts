import type { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import type { CallOutput } from '@reprise/contract/endpoint';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';

export type Suggestions = CallOutput<typeof catalogEndpoints.searchSuggestions>;

/** Pause between two keystrokes. */
const pauseMs = 120;
/** Faster responses show no loading state, which would flicker. */
const slowAfterMs = 300;

/**
 * Fetches suggestions after a pause in typing. The previous ones remain until the response; after an error
 * there are none.
 */
export function useSuggestions(query: string) {
  const [answer, setAnswer] = useState<{ query: string; suggestions: Suggestions | null }>({
    query: '',
    suggestions: null,
  });
  const [slowQuery, setSlowQuery] = useState('');
  const loading = query !== '' && answer.query !== query;

  useEffect(() => {
    if (query === '') return;
    const leave = new AbortController();
    const ask = async () => {
      const suggestions = await api
        .searchSuggestions({ query: { q: query } }, { signal: leave.signal })
        .catch(() => null);
      if (!leave.signal.aborted) setAnswer({ query, suggestions });
    };
    const asking = setTimeout(() => void ask(), pauseMs);
    const waiting = setTimeout(() => setSlowQuery(query), pauseMs + slowAfterMs);
    return () => {
      clearTimeout(asking);
      clearTimeout(waiting);
      leave.abort();
    };
  }, [query]);

  return { suggestions: answer.suggestions, loading, slow: loading && slowQuery === query };
}
