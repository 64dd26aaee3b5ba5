import type { UserRecord } from '@reprise/contract/identity';
import { formatMoney } from '@reprise/contract/money';
import { Pencil, ShieldCheck, Trash2, UserCheck, UserX } from 'lucide-react';
import { formatDate, formatDay, formatMoment } from '../../../dates.ts';
import { RowActions } from '../../../layouts/admin/row-actions.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { initialsOf, roleLabels, statusLabels, statusTones } from './user-looks.ts';

type UserRowProps = {
  user: UserRecord;
  toggling: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function UserRow({ user, toggling, onToggle, onEdit, onDelete }: UserRowProps) {
  const { name, email, phone, role, status, joinDate, lastLogin, totalOrders, totalSpent } = user;
  const toggle = status === 'active' ? 'Deactivate' : 'Activate';
  return (
    <tr>
      <th scope="row">
        <span className="flex w-40 items-center gap-2.5 py-1 sm:w-52">
          <Avatar name={name} admin={role === 'admin'} />
          <span className="min-w-0 leading-4">
            <span className="block truncate" title={name}>
              {name}
            </span>
            <span className="block font-normal text-ink-muted text-xs" title={formatMoment(joinDate)}>
              joined {formatDate(joinDate)}
            </span>
          </span>
        </span>
      </th>
      <td className="leading-4">
        <span className="block max-w-60 truncate" title={email}>
          {email}
        </span>
        {phone && <span className="block text-ink-muted text-xs">{phone}</span>}
      </td>
      <td>
        {role === 'admin' ? (
          <Badge tone="primary">
            <ShieldCheck className="size-3.5" aria-hidden="true" />
            {roleLabels.admin}
          </Badge>
        ) : (
          roleLabels[role]
        )}
      </td>
      <td>
        <StatusDot tone={statusTones[status]}>{statusLabels[status]}</StatusDot>
      </td>
      <td className="text-ink-muted">
        {lastLogin ? (
          <time dateTime={lastLogin} title={formatMoment(lastLogin)}>
            {formatDay(lastLogin)}
          </time>
        ) : (
          'Never'
        )}
      </td>
      <td className="number leading-4">
        {totalOrders}
        <span className="block text-ink-muted text-xs">{formatMoney(totalSpent)}</span>
      </td>
      <td>
        <RowActions>
          <IconButton label={`Edit ${name}`} title="Edit" size="sm" onClick={onEdit}>
            <Pencil className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`${toggle} ${name}`}
            title={toggle}
            size="sm"
            disabled={toggling}
            onClick={onToggle}
          >
            {status === 'active' ? (
              <UserX className="size-4" aria-hidden="true" />
            ) : (
              <UserCheck className="size-4" aria-hidden="true" />
            )}
          </IconButton>
          <IconButton
            label={`Delete ${name}`}
            title="Delete"
            size="sm"
            className="hover:text-bad-text"
            onClick={onDelete}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        </RowActions>
      </td>
    </tr>
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
