import { formatMoney } from '@reprise/contract/money';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import type { ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { RowAction } from '../../../admin-ui/list/row-action.tsx';
import { staffRoleLabels } from '../../../admin-ui/staff-roles.ts';
import { UndoButton } from '../../../admin-ui/undo.tsx';
import { formatDate, formatDateTime } from '../../../formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { KeyRound, Pencil, ShieldCheck, Trash2, UserCheck, UserX } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { initialsOf, roleLabels, statusText, statusTones } from './user-labels.ts';

/** Tags that a row shows; more are counted. */
const maxTagsInList = 2;

export function userColumns(onOpen: (id: string) => void): ListColumn<UserRecord>[] {
  return [
    {
      id: 'user',
      label: 'User',
      sort: { ascending: 'name', descending: 'name-desc' },
      cell: (user) => <UserCell user={user} onOpen={() => onOpen(user.id)} />,
    },
    {
      id: 'contact',
      label: 'Contact',
      cell: ({ email, phone }) => (
        <span className="block leading-4">
          <span className="block max-w-60 truncate md:max-lg:max-w-44" title={email}>
            {email}
          </span>
          {phone && <span className="block text-ink-muted text-xs">{phone}</span>}
        </span>
      ),
    },
    { id: 'role', label: 'Role', cell: (user) => <RoleBadge user={user} /> },
    {
      id: 'status',
      label: 'Status',
      cell: (user) => (
        <span className="inline-flex items-center gap-1">
          <StatusDot tone={statusTones[user.status]}>{statusText(user)}</StatusDot>
          <UndoButton itemId={user.id} state={user.status} />
        </span>
      ),
    },
    {
      id: 'activity',
      label: 'Activity',
      sort: { descending: 'seen', ascending: 'seen-first', first: 'descending' },
      phone: 'labelled',
      cell: ({ lastLogin }) => <LastLogin time={lastLogin} />,
    },
    {
      id: 'orders',
      label: 'Orders',
      number: true,
      phone: 'labelled',
      cell: ({ totalOrders, totalSpent }) => (
        <span className="block leading-4">
          {totalOrders}
          <span className="ml-1.5 text-ink-muted text-xs md:ml-0 md:block">{formatMoney(totalSpent)}</span>
        </span>
      ),
    },
    {
      id: 'tags',
      label: 'Tags',
      phone: 'hidden',
      cell: ({ tags }) => (
        <span className="flex items-center gap-1 whitespace-nowrap">
          {tags.slice(0, maxTagsInList).map((tag) => (
            <Badge key={tag} tone="neutral">
              {tag}
            </Badge>
          ))}
          {tags.length > maxTagsInList && (
            <span className="text-ink-muted text-xs">+{tags.length - maxTagsInList}</span>
          )}
        </span>
      ),
    },
    {
      id: 'joined',
      label: 'Joined',
      optional: true,
      phone: 'hidden',
      sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
      cell: ({ joinDate }) => <span className="whitespace-nowrap">{formatDate(joinDate)}</span>,
    },
  ];
}

function UserCell({ user: { name, role, joinDate }, onOpen }: { user: UserRecord; onOpen: () => void }) {
  return (
    <span className="flex w-40 items-center gap-2.5 py-1 sm:w-52 md:w-40 lg:w-52">
      <Avatar name={name} admin={role === 'admin'} />
      <span className="min-w-0 leading-4">
        <button
          type="button"
          onClick={onOpen}
          title={name}
          className="block max-w-full truncate rounded-control text-left hover:text-primary-text hover:underline"
        >
          {name}
        </button>
        <span className="block font-normal text-ink-muted text-xs" title={formatDateTime(joinDate)}>
          joined {formatDate(joinDate)}
        </span>
      </span>
    </span>
  );
}

/** Badge for administrators; the key icon means two-factor authentication. */
export function RoleBadge({ user: { role, staffRoles, twoFactor } }: { user: UserRecord }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {role === 'admin' ? (
        <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-0.5 py-1">
          <Badge tone="primary">
            <ShieldCheck className="size-3.5" aria-hidden="true" />
            {roleLabels.admin}
          </Badge>
          <span className="text-ink-muted text-xs">
            {staffRoles.map((staffRole) => staffRoleLabels[staffRole]).join(', ')}
          </span>
        </span>
      ) : (
        roleLabels[role]
      )}
      {twoFactor && (
        <span title="Two-factor sign-in is on">
          <KeyRound className="size-3.5 text-ink-muted" aria-hidden="true" />
          <span className="sr-only">with two-factor sign-in</span>
        </span>
      )}
    </span>
  );
}

function LastLogin({ time }: { time: string | null }) {
  if (!time) return <span className="text-ink-muted">Never</span>;
  return (
    <time dateTime={time} title={formatDateTime(time)} className="tabular whitespace-nowrap text-ink-muted">
      {formatDate(time)}
    </time>
  );
}

type UserActionsProps = {
  user: UserRecord;
  toggling: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function UserActions({ user, toggling, onToggle, onEdit, onDelete }: UserActionsProps) {
  const { name, status } = user;
  const toggle = status === 'active' ? 'Deactivate' : 'Activate';
  return (
    <>
      <RowAction Icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} />
      <RowAction
        Icon={status === 'active' ? UserX : UserCheck}
        label={`${toggle} ${name}`}
        title={toggle}
        disabled={toggling}
        onClick={onToggle}
      />
      <RowAction Icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={onDelete} isDanger />
    </>
  );
}

function Avatar({ name, admin }: { name: string; admin: boolean }) {
  return (
    <span
      className={classNames(
        'condensed grid size-7 shrink-0 place-items-center rounded-full font-semibold text-xs',
        admin ? 'bg-primary-tint text-primary-text' : 'bg-sunken text-ink-muted',
      )}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
