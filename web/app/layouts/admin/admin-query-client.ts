import { problemCodeOf } from '@reprise/contract/problem';
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';

/** Query cache of the admin. `onForbidden` runs when a call was not permitted. */
export function createAdminQueryClient(onForbidden: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (problemCodeOf(error) === 'FORBIDDEN') onForbidden();
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onSuccess: () => restartFirstReads(queries) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A rejection is final; an outage may be over a moment later.
        retry: (failures, error) => failures < 1 && isOutage(error),
        retryDelay: 800,
      },
    },
  });
  return queries;
}

/**
 * Repeats the reads that began before a change and have no answer yet: invalidating such a query waits for the read
 * under way, which may not contain the change.
 */
async function restartFirstReads(queries: QueryClient): Promise<void> {
  const isFirstRead = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const firstReads = queries.getQueryCache().findAll({ type: 'active', predicate: isFirstRead });
  const isOneOfThem = (query: Query) => firstReads.includes(query);
  await queries.cancelQueries({ predicate: isOneOfThem });
  void queries.refetchQueries({ predicate: isOneOfThem });
}

function isOutage(error: unknown): boolean {
  const code = problemCodeOf(error);
  return code === undefined || code === 'UNAVAILABLE' || code === 'OVERLOADED';
}
