import { problemCodeOf } from '@reprise/contract/problem';
import type { ReactNode } from 'react';
import { messageOf } from '../api/error-message.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CenteredSpinner } from '../ui/spinner.tsx';

/** Parts of a query's result that loading and failure need. */
type LoadedQuery<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadFailureProps = {
  query: Omit<LoadedQuery<unknown>, 'data'>;
  /** Title of the failure, such as "This lot could not be loaded". */
  failed: string;
  /** `framed` stands on the page itself, `inline` beside other content of a card. */
  look?: 'plain' | 'framed' | 'inline';
};

type NotLoadedProps = LoadFailureProps & {
  /** Class of the placeholder until there is data; without it and `loading`, a spinner. */
  skeleton?: string;
  loading?: ReactNode;
};

type LoadedProps<Data> = NotLoadedProps & {
  query: LoadedQuery<Data>;
  children: (data: Data) => ReactNode;
};

/** Shows the data of a query, its placeholder or its failure. A failed refetch leaves the data on the screen. */
export function Loaded<Data>({ children, ...props }: LoadedProps<Data>) {
  const { data } = props.query;
  return data === undefined ? <NotLoaded {...props} /> : children(data);
}

/** Placeholder or failure of a query without data, for a component that returns early. */
export function NotLoaded({ skeleton, loading, ...failure }: NotLoadedProps) {
  if (failure.query.error) return <LoadFailure {...failure} />;
  if (loading !== undefined) return loading;
  return skeleton ? <Skeleton className={skeleton} /> : <CenteredSpinner className="h-96" />;
}

/** Failure of a query, with a button that repeats it unless the shop said that there is no such thing. */
export function LoadFailure({ query, failed, look = 'plain' }: LoadFailureProps) {
  const retry = () => void query.refetch();
  const isMissing = problemCodeOf(query.error) === 'NOT_FOUND';
  const message = messageOf(query.error);
  if (look === 'inline') {
    return (
      <p role="alert" className="text-bad-text text-sm">
        {failed}.{' '}
        <button type="button" className="text-link" onClick={retry}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <div className={look === 'framed' ? 'rounded-tile border border-line bg-raised' : undefined}>
      {isMissing ? (
        <EmptyState title={failed}>{message} It was deleted, or the address is wrong.</EmptyState>
      ) : (
        <ErrorState title={failed} onRetry={retry} retrying={query.isFetching}>
          {message}
        </ErrorState>
      )}
    </div>
  );
}
