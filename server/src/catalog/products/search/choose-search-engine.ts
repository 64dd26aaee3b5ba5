import type { Deps } from '../../../deps.ts';
import { loadSearchAdapter, postgresSearch, type SearchEngine } from './search-engine.ts';

/** Returns the engine of SEARCH_ADAPTER, that of SEARCH_URL, whose code is loaded only if it is set, or the built-in one. */
export async function chooseSearchEngine(
  deps: Pick<Deps, 'db' | 'log'> & {
    environment: { searchUrl?: string | undefined; searchAdapter?: string | undefined };
  },
): Promise<SearchEngine> {
  const { searchUrl, searchAdapter } = deps.environment;
  if (searchAdapter !== undefined) return loadSearchAdapter(searchAdapter);
  if (searchUrl === undefined) return postgresSearch;
  const { openOutsideEngine } = await import('./outside/outside-engine.ts');
  return openOutsideEngine(searchUrl, deps);
}
