import type { DeadLetter } from '@reprise/contract/operations/dead-letters';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CircleCheck } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

export const meta = () => adminMeta('Failed tasks');

const deadKey = ['dead-jobs'];

const jobLabels: Record<string, string> = {
  'send-mail': 'Send an email',
  'send-newsletter': 'Send the weekly deals to one subscriber',
  'send-refund': 'Send a refund to the payment processor',
  'return-payment': 'Cancel or refund the payment of a cancelled order',
};

const jobLabel = ({ name }: DeadLetter) => jobLabels[name] ?? name;

const columns: ListColumn<DeadLetter>[] = [
  {
    id: 'work',
    label: 'Task',
    cell: (job) => (
      <span className="block md:w-72">
        <span className="block font-medium">{jobLabel(job)}</span>
        <span className="block break-all font-normal text-ink-muted text-xs">{job.about}</span>
      </span>
    ),
  },
  {
    id: 'failure',
    label: 'Error',
    cell: ({ failure }) => (
      <span className="block min-w-56 max-w-96 break-words">{failure || 'No error message'}</span>
    ),
  },
  { id: 'tries', label: 'Attempts', number: true, phone: 'labelled', cell: ({ tries }) => tries },
  {
    id: 'failed',
    label: 'Failed',
    phone: 'labelled',
    cell: ({ failedAt }) => <Time value={failedAt} />,
  },
];

/** Background jobs: mail, refunds, imports. Failed jobs can be rerun or discarded. */
export default function AdminJobsPage() {
  const [discarding, setDiscarding] = useState<DeadLetter | null>(null);
  const queries = useQueryClient();
  const list = useAdminList({
    queryKey: deadKey,
    load: (query, options) => api.listDeadLetters({ query }, options),
    rowsOf: ({ jobs }) => jobs,
    refetchInterval: 10_000,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: deadKey });
  return (
    <>
      <ScreenHeader title="Failed tasks" />
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Emails, refunds and imports run in the background and are retried automatically. Those that still fail
        are listed here for 90 days. {list.data && waitingText(list.data.waiting)}
      </p>
      <DataList
        name="jobs"
        caption="Failed tasks"
        columns={columns}
        list={list}
        nameOf={jobLabel}
        actions={(job) => <Actions job={job} onRerun={refresh} onDiscard={() => setDiscarding(job)} />}
        empty={
          <EmptyState Icon={CircleCheck} title="No failed tasks">
            Everything was done or is being retried.
          </EmptyState>
        }
      />
      <DeleteDialog
        title="Discard this task"
        item={discarding}
        nameOf={jobLabel}
        remove={({ id }) => api.discardDeadLetter({ params: { id } })}
        onDeleted={() => {
          notify('success', 'The task was discarded.');
          void refresh();
        }}
        failedMessage="The task could not be discarded."
        onClose={() => setDiscarding(null)}
      >
        {() => <p>The task will not be retried. This cannot be undone.</p>}
      </DeleteDialog>
    </>
  );
}

function waitingText({ queued, active, retrying }: { queued: number; active: number; retrying: number }) {
  return `Now: ${queued} waiting, ${active} running, ${retrying} to be retried.`;
}

type ActionsProps = { job: DeadLetter; onRerun: () => Promise<void>; onDiscard: () => void };

function Actions({ job, onRerun, onDiscard }: ActionsProps) {
  const rerun = useMutation({
    mutationFn: () => api.rerunDeadLetter({ params: { id: job.id }, body: {} }),
    onSuccess: () => notify('success', 'The task will be retried in a moment.'),
    onError: (error) => notify('error', messageOf(error, 'The task could not be retried.')),
    onSettled: onRerun,
  });
  return (
    <>
      <Button variant="outline" size="sm" loading={rerun.isPending} onClick={() => rerun.mutate()}>
        Retry
      </Button>
      <Button variant="ghost" size="sm" onClick={onDiscard}>
        Discard
      </Button>
    </>
  );
}
