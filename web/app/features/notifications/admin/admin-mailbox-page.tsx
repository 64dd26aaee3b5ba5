import type { Mail } from '@reprise/contract/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { api } from '../../../api/browser-api.ts';
import { formatDay, formatMoment } from '../../../dates.ts';
import { adminMeta } from '../../../layouts/admin/admin-meta.ts';
import { type Column, ListTable } from '../../../layouts/admin/list-table.tsx';
import { ScreenHeader } from '../../../layouts/admin/screen-header.tsx';
import { SearchField, Toolbar } from '../../../layouts/admin/toolbar.tsx';
import { useAddressDialog } from '../../../layouts/admin/use-address-dialog.ts';
import { pageSize, useListAddress } from '../../../layouts/admin/use-list-address.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { mailStates } from './mail-states.ts';

export const meta = () => adminMeta('Mailbox');

const columns: Column[] = [
  { label: 'Subject' },
  { label: 'To' },
  { label: 'Kind' },
  { label: 'State' },
  { label: 'Written' },
];

export default function AdminMailboxPage() {
  const address = useListAddress();
  const search = address.text('search');
  const view = useAddressDialog('mail');
  const query = { search: search || undefined, page: address.page, limit: pageSize };
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
      <p className="-mt-3 mb-4 text-ink-muted text-sm">
        Every mail the shop wrote. Without a mail server (SMTP_URL) they stay here and nobody else gets them.
      </p>
      <Toolbar>
        <SearchField
          label="Search mails"
          value={search}
          onChange={(value) => address.change({ search: value })}
        />
      </Toolbar>
      <ListTable
        caption="Mails"
        columns={columns}
        list={list}
        hrefFor={address.hrefFor}
        row={(mail) => <MailRow key={mail.id} mail={mail} onView={() => view.open(mail.id)} />}
        empty={
          search ? (
            <EmptyState
              Icon={SearchX}
              title="No mail matches"
              action={
                <Button variant="outline" onClick={() => address.change({ search: undefined })}>
                  Clear search
                </Button>
              }
            />
          ) : (
            <EmptyState Icon={Inbox} title="No mails yet">
              The first order writes one.
            </EmptyState>
          )
        }
      />
      <MailDialog mailId={view.value} onClose={view.close} />
    </>
  );
}

function MailRow({ mail, onView }: { mail: Mail; onView: () => void }) {
  const state = mailStates[mail.state];
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          onClick={onView}
          className="block w-52 truncate rounded-control text-left font-medium hover:text-primary-text hover:underline sm:w-80 pointer-coarse:min-h-11"
        >
          {mail.subject}
        </button>
      </th>
      <td>{mail.to}</td>
      <td className="text-ink-muted">{mail.kind}</td>
      <td>
        <StatusDot tone={state.tone}>{state.label}</StatusDot>
      </td>
      <td>
        <time dateTime={mail.createdAt} title={formatMoment(mail.createdAt)}>
          {formatDay(mail.createdAt)}
        </time>
      </td>
    </tr>
  );
}
