import { problemCodeOf } from '@reprise/contract/problem';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** Query cache of the admin. `onForbidden` runs when a call was not permitted. */
export function createAdminQueryClient(onForbidden: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (problemCodeOf(error) === 'FORBIDDEN') onForbidden();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A rejection is final; an outage may be over a moment later.
        retry: (failures, error) => failures < 1 && isOutage(error),
        retryDelay: 800,
      },
    },
  });
}

function isOutage(error: unknown): boolean {
  const code = problemCodeOf(error);
  return code === undefined || code === 'UNAVAILABLE' || code === 'OVERLOADED';
}
