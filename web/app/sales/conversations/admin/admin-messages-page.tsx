import { type Conversation, conversationStates } from '@reprise/contract/sales/conversations';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MessagesSquare } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { useLastValue } from '../../../ui/overlays/use-dialog.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { conversationLabels } from './conversation-states.ts';
import { ConversationThread } from './conversation-thread.tsx';

export const meta = () => adminMeta('Messages');

function columnsFor(onOpen: (id: string) => void): ListColumn<Conversation>[] {
  return [
    {
      id: 'customer',
      label: 'Customer',
      cell: ({ id, name, isUnread }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          title={name}
          className="flex w-40 items-center gap-2 text-left hover:underline lg:w-52"
        >
          {isUnread && <span className="size-2 shrink-0 rounded-full bg-primary-fill" aria-hidden="true" />}
          <span className={isUnread ? 'truncate font-semibold' : 'truncate font-normal'}>{name}</span>
          {isUnread && <span className="sr-only">, unread</span>}
        </button>
      ),
    },
    {
      id: 'state',
      label: 'State',
      cell: ({ state }) => (
        <StatusDot tone={conversationLabels[state].tone}>{conversationLabels[state].label}</StatusDot>
      ),
    },
    {
      id: 'message',
      label: 'Last message',
      cell: ({ lastMessage }) => (
        <span className="line-clamp-1 max-w-md wrap-anywhere text-ink-muted">{lastMessage}</span>
      ),
    },
    { id: 'about', label: 'About', cell: (conversation) => <About conversation={conversation} /> },
    {
      id: 'time',
      label: 'Last message at',
      cell: ({ lastMessageAt }) => <Time value={lastMessageAt} className="text-ink-muted" />,
    },
  ];
}

const filters = [
  searchFilter('Search name, email or order number'),
  selectFilter({
    name: 'state',
    label: 'State',
    all: 'All states',
    choices: choicesOf(conversationStates, (state) => conversationLabels[state].label),
  }),
] as const;

const views = [
  { name: 'To answer', query: 'state=open' },
  { name: 'Answered', query: 'state=answered' },
];

export default function AdminMessagesPage() {
  const list = useAdminList({
    queryKey: ['conversations'],
    filters,
    load: (query, options) => api.listConversations({ query }, options),
    rowsOf: ({ conversations }) => conversations,
    refetchInterval: 60_000,
  });
  const view = useDialogParam('message');
  const open = list.data?.rows.find(({ id }) => id === view.value);
  return (
    <>
      <ScreenHeader title="Messages" />
      <DataList
        name="messages"
        caption="Conversations"
        columns={columnsFor(view.open)}
        list={list}
        nameOf={({ name }) => name}
        views={views}
        isFaded={({ state }) => state === 'closed'}
        empty={
          <EmptyState Icon={MessagesSquare} title="No messages yet">
            Messages from the contact form and about orders are listed here.
          </EmptyState>
        }
      />
      <ConversationDialog id={view.value} conversation={open} onClose={view.close} />
    </>
  );
}

type ConversationDialogProps = {
  id: string | null;
  /** Undefined if it is not on this page of the list. */
  conversation: Conversation | undefined;
  onClose: () => void;
};

function ConversationDialog({ id, conversation, onClose }: ConversationDialogProps) {
  const shown = useLastValue(conversation ?? null);
  return (
    <Modal open={id !== null} onClose={onClose} size="lg" title={shown ? shown.name : 'Conversation'}>
      {shown && (
        <p className="wrap-anywhere mb-4 flex flex-wrap gap-x-4 text-sm">
          <a href={`mailto:${shown.email}`} className="text-link">
            {shown.email}
          </a>
          <About conversation={shown} />
          {shown.userId && (
            <Link to={`/admin/users?user=${shown.userId}`} className="text-link">
              View customer
            </Link>
          )}
        </p>
      )}
      {id !== null && <ConversationThread key={id} id={id} />}
    </Modal>
  );
}

/** Order that the messages are about; a number that was only typed may belong to another customer. */
function About({ conversation: { orderNumber, typedOrderNumber } }: { conversation: Conversation }) {
  if (orderNumber !== null) {
    return (
      <Link to={`/admin/orders/${orderNumber}`} className="tabular text-link">
        {orderNumber}
      </Link>
    );
  }
  if (typedOrderNumber === '') return <span className="text-ink-muted">Contact form</span>;
  return <span className="wrap-anywhere text-ink-muted">Typed “{typedOrderNumber}”</span>;
}
