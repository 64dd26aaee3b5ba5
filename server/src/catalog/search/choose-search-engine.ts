import type { Deps } from '../../deps.ts';
import { postgresSearch, type SearchEngine } from './search-engine.ts';

/** Returns the engine of SEARCH_URL, whose code is loaded only if it is set, or the built-in one. */
export async function chooseSearchEngine(
  deps: Pick<Deps, 'db' | 'log'> & { environment: { searchUrl?: string | undefined } },
): Promise<SearchEngine> {
  const { searchUrl } = deps.environment;
  if (searchUrl === undefined) return postgresSearch;
  const { createOpenSearchEngine } = await import('./opensearch/opensearch-engine.ts');
  return createOpenSearchEngine(searchUrl, deps);
}
