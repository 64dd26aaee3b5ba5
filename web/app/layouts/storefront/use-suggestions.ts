import type { catalogEndpoints } from '@reprise/contract/catalog/catalog';
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
export function useSuggestions(words: string) {
  const [answer, setAnswer] = useState<{ words: string; found: Suggestions | null }>({
    words: '',
    found: null,
  });
  const [slowWords, setSlowWords] = useState('');
  const loading = words !== '' && answer.words !== words;

  useEffect(() => {
    if (words === '') return;
    const leave = new AbortController();
    const ask = async () => {
      const found = await api
        .searchSuggestions({ query: { q: words } }, { signal: leave.signal })
        .catch(() => null);
      if (!leave.signal.aborted) setAnswer({ words, found });
    };
    const asking = setTimeout(() => void ask(), pauseMs);
    const waiting = setTimeout(() => setSlowWords(words), pauseMs + slowAfterMs);
    return () => {
      clearTimeout(asking);
      clearTimeout(waiting);
      leave.abort();
    };
  }, [words]);

  return { found: answer.found, loading, slow: loading && slowWords === words };
}
