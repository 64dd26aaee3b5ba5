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
    const controller = new AbortController();
    const fetchSuggestions = async () => {
      const suggestions = await api
        .searchSuggestions({ query: { q: query } }, { signal: controller.signal })
        .catch(() => null);
      if (!controller.signal.aborted) setAnswer({ query, suggestions });
    };
    const fetchTimer = setTimeout(() => void fetchSuggestions(), pauseMs);
    const slowTimer = setTimeout(() => setSlowQuery(query), pauseMs + slowAfterMs);
    return () => {
      clearTimeout(fetchTimer);
      clearTimeout(slowTimer);
      controller.abort();
    };
  }, [query]);

  return { suggestions: answer.suggestions, loading, slow: loading && slowQuery === query };
}
