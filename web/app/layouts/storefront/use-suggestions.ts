import type { catalogEndpoints } from '@reprise/contract/catalog/catalog';
import type { CallOutput } from '@reprise/contract/endpoint';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';

export type Suggestions = CallOutput<typeof catalogEndpoints.searchSuggestions>;

/** Between two letters of a quick typist. */
const pauseMs = 120;
/** Sooner answered, nothing flickers. */
const slowAfterMs = 300;

/**
 * What the shop offers for the words, asked once the typing pauses. Until the answer comes the former one
 * stays. Without an answer there is nothing to offer, and the search itself is still there.
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
