import { mailInfo, mailKinds } from '@reprise/contract/foundations/notifications/mail-kinds';
import { type MailSummary, mailStates } from '@reprise/contract/foundations/notifications/notifications';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { RowAction } from '../../../admin-ui/list/row-action.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Inbox, Send } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { kindOfMail, stateLabels } from './mail-states.ts';
import { useResend } from './use-resend.ts';

export const meta = () => adminMeta('Mailbox');

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
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
}

const filters = [
  searchFilter('Search by recipient or subject'),
  selectFilter({
    name: 'kind',
    label: 'Kind',
    all: 'All kinds',
    choices: choicesOf(mailKinds, (kind) => mailInfo[kind].label),
  }),
  selectFilter({
    name: 'state',
    label: 'State',
    all: 'Any state',
    choices: choicesOf(mailStates, (state) => stateLabels[state].label),
  }),
] as const;

const views = [{ name: 'Not sent', query: 'state=failed' }];

export default function AdminMailboxPage() {
  const view = useDialogParam('mail');
  const resend = useResend();
  const list = useAdminList({
    queryKey: ['mails'],
    filters,
    load: (query, options) => api.listMails({ query }, options),
    rowsOf: ({ mails }) => mails,
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
        nameOf={({ subject }) => subject}
        views={views}
        actions={(mail) =>
          !mail.containsSecret && (
            <RowAction
              Icon={Send}
              label={`Send again: ${mail.subject}`}
              title="Send again"
              disabled={resend.isPending && resend.variables === mail.id}
              onClick={() => resend.mutate(mail.id)}
            />
          )
        }
        noMatch="No emails match"
        empty={
          <EmptyState Icon={Inbox} title="No emails yet">
            The first order sends one.
          </EmptyState>
        }
      />
      <MailDialog mailId={view.value} onClose={view.close} />
    </>
  );
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
