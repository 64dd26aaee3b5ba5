import { type MailSummary, mailStates } from '@reprise/contract/notifications';
import { mailInfo, mailKinds } from '@reprise/contract/operations/mail-kinds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Inbox, SearchX, Send } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { kindOfMail, stateLabels } from './mail-states.ts';
import { useResend } from './use-resend.ts';

export const meta = () => adminMeta('Mailbox');

const kindChoices = mailKinds.map((value) => ({ value, label: mailInfo[value].label }));
const stateChoices = mailStates.map((value) => ({ value, label: stateLabels[value].label }));
const views = [{ name: 'Not sent', query: 'state=failed' }];

export default function AdminMailboxPage() {
  const listParams = useListParams();
  const filters = readFilters(listParams);
  const view = useDialogParam('mail');
  const resend = useResend();
  const query = { ...filters, page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['mails', query],
    queryFn: ({ signal }) => api.listMails({ query }, { signal }),
    select: ({ mails, pagination }) => ({ rows: mails, pagination }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  return (
    <>
      <ScreenHeader title="Mailbox" />
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        All email the store has written. Links that work only for the recipient are hidden here. Choose how
        email is sent in{' '}
        <Link to="/admin/settings?tab=email" className="text-link">
          Settings
        </Link>
        .
      </p>
      <DataList
        name="mails"
        caption="Mails"
        columns={columnsFor(view.open)}
        list={list}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        filters={<MailFilters filters={filters} listParams={listParams} />}
        views={views}
        actions={(mail) =>
          !mail.containsSecret && (
            <IconButton
              label={`Send again: ${mail.subject}`}
              title="Send again"
              size="sm"
              disabled={resend.isPending && resend.variables === mail.id}
              onClick={() => resend.mutate(mail.id)}
            >
              <Send className="size-4" aria-hidden="true" />
            </IconButton>
          )
        }
        empty={
          Object.values(filters).some(Boolean) ? (
            <EmptyState
              Icon={SearchX}
              title="No emails match"
              action={
                <Button
                  variant="outline"
                  onClick={() => listParams.change({ search: undefined, kind: undefined, state: undefined })}
                >
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState Icon={Inbox} title="No emails yet">
              The first order sends one.
            </EmptyState>
          )
        }
      />
      <MailDialog mailId={view.value} onClose={view.close} />
    </>
  );
}

function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search') || undefined,
    kind: listParams.choice('kind', mailKinds),
    state: listParams.choice('state', mailStates),
  };
}

type MailFiltersProps = { filters: ReturnType<typeof readFilters>; listParams: ListParams };

function MailFilters({ filters, listParams }: MailFiltersProps) {
  return (
    <>
      <SearchField
        label="Search by recipient or subject"
        value={filters.search ?? ''}
        onChange={(search) => listParams.change({ search })}
      />
      <FilterSelect
        label="Kind"
        all="All kinds"
        value={filters.kind}
        choices={kindChoices}
        onChange={(kind) => listParams.change({ kind })}
      />
      <FilterSelect
        label="State"
        all="Any state"
        value={filters.state}
        choices={stateChoices}
        onChange={(state) => listParams.change({ state })}
      />
    </>
  );
}

function columnsFor(onOpen: (id: string) => void): ListColumn<MailSummary>[] {
  return [
    {
      id: 'subject',
      label: 'Subject',
      cell: ({ id, subject }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="block max-w-80 truncate rounded-control text-left font-medium hover:text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          {subject}
        </button>
      ),
    },
    {
      id: 'to',
      label: 'To',
      cell: ({ to }) => (
        <span className="block max-w-60 truncate" title={to}>
          {to}
        </span>
      ),
    },
    {
      id: 'kind',
      label: 'Kind',
      cell: ({ kind }) => <span className="whitespace-nowrap text-ink-muted">{kindOfMail(kind)}</span>,
    },
    { id: 'state', label: 'State', cell: ({ state, error }) => <State state={state} error={error} /> },
    {
      id: 'written',
      label: 'Written',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDateTime(createdAt)}
        </time>
      ),
    },
  ];
}

function State({ state, error }: Pick<MailSummary, 'state' | 'error'>) {
  return (
    <span className="flex items-center gap-2">
      <StatusDot tone={stateLabels[state].tone}>{stateLabels[state].label}</StatusDot>
      {error && (
        <span className="block max-w-40 truncate text-bad-text text-xs" title={error}>
          {error}
        </span>
      )}
    </span>
  );
}
