import type { IntegrityCheck } from '@reprise/contract/operations/integrity';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

const queryKey = ['books check'];

/** Line of the dashboard with time and result of the last integrity check. */
export function IntegrityStatus() {
  const client = useQueryClient();
  const last = useQuery({
    queryKey,
    queryFn: async () => (await api.getIntegrityCheck()).check,
    refetchInterval: 5 * 60_000,
  });
  const run = useMutation({
    mutationFn: async () => (await api.runIntegrityChecks()).check,
    onSuccess: (check) => client.setQueryData(queryKey, check),
  });
  return (
    <section
      aria-label="Stock, orders and payments are consistent"
      className="mt-3 rounded-tile border border-line bg-raised px-5 py-3 text-sm"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div aria-live="polite">
          <Result check={last.data} failed={last.isError || run.isError} />
        </div>
        <Button
          size="sm"
          variant="ghost"
          loading={run.isPending}
          onClick={() => (last.isError ? last.refetch() : run.mutate())}
        >
          {last.isError ? 'Retry' : 'Check now'}
        </Button>
      </div>
      {last.data && <BrokenInvariants broken={last.data.broken} />}
    </section>
  );
}

function Result({ check, failed }: { check: IntegrityCheck | null | undefined; failed: boolean }) {
  if (failed) return <StatusDot tone="bad">The check failed</StatusDot>;
  if (check === undefined) return <Skeleton className="h-5 w-64" />;
  if (check === null) return <StatusDot>Stock, orders and payments not checked yet</StatusDot>;
  const isConsistent = check.broken.length === 0;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusDot tone={isConsistent ? 'good' : 'bad'}>
        {isConsistent ? 'Stock, orders and payments are consistent' : 'The check found problems'}
      </StatusDot>
      <time dateTime={check.checkedAt} className="text-ink-muted">
        {formatDateTime(check.checkedAt)}
      </time>
    </span>
  );
}

function BrokenInvariants({ broken }: { broken: IntegrityCheck['broken'] }) {
  if (broken.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 border-line border-t pt-2">
      {broken.map(({ what, count, examples }) => (
        <li key={what}>
          <span className="text-bad-text first-letter:uppercase">{what}</span>
          <span className="text-ink-muted">
            {' '}
            ({count}) <span className="break-all">{examples.join(', ')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
