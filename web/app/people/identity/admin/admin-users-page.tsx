import { identityEndpoints } from '@reprise/contract/people/identity/identity';
import type { UserRecord, UserStatus } from '@reprise/contract/people/identity/user';
import { roles, userStatuses } from '@reprise/contract/people/identity/user';
import { userSorts } from '@reprise/contract/people/identity/user-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter, valuesFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { offerUndo, withdrawUndo } from '../../../admin-ui/undo.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Plus, ShieldCheck, UserCheck, UserRound, Users } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useCustomerTags } from './customer-tags.tsx';
import { UserActions, userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { AddUserDialog, EditUserDialog } from './user-dialogs.tsx';
import { roleLabels, statusLabels } from './user-labels.ts';

export const meta = () => adminMeta('Users');

const adminsQuery = 'role=admin';
const views = [
  { name: 'Administrators', query: adminsQuery },
  { name: 'Banned', query: 'status=banned' },
];

export default function AdminUsersPage() {
  const can = usePermissions();
  const managesUsers = can('users.manage');
  const seesStaff = can('staff.read');
  const list = useAdminList({
    queryKey: ['users'],
    filters: useUserFilters(seesStaff),
    sorts: userSorts,
    load: (query, options) => api.listUsers({ query }, options),
    rowsOf: ({ users }) => users,
  });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const view = useDialogParam('user');
  const [deleting, setDeleting] = useState<UserRecord | null>(null);
  const statusChange = useStatusToggle();
  const counts = list.data?.counts;
  const failed = list.isError ? null : undefined;
  return (
    <>
      <ScreenHeader title="User Management">
        {can('customers.export') && (
          <ExportButton endpoint={identityEndpoints.exportUsers} input={{ query: list.filterQuery }} />
        )}
        {managesUsers && (
          <Link to="/admin/users/import" className={buttonClass({ variant: 'outline' })}>
            Import
          </Link>
        )}
        {managesUsers && (
          <Button onClick={() => add.open('user')}>
            <Plus className="size-4" aria-hidden="true" />
            Add User
          </Button>
        )}
      </ScreenHeader>
      <StatCards
        stats={[
          { label: 'Total Users', Icon: Users, value: counts?.total ?? failed },
          { label: 'Active Users', Icon: UserCheck, value: counts?.active ?? failed },
          { label: 'Customers', Icon: UserRound, value: counts?.customers ?? failed },
          { label: 'Admins', Icon: ShieldCheck, value: counts?.admins ?? failed },
        ].slice(0, seesStaff ? 4 : 3)}
      />
      <DataList
        name="users"
        caption="Users"
        columns={userColumns(view.open)}
        list={list}
        nameOf={({ name }) => name}
        defaultSort="newest"
        views={seesStaff ? views : views.filter(({ query }) => query !== adminsQuery)}
        isFaded={({ status }) => status !== 'active'}
        {...(managesUsers && {
          actions: (user: UserRecord) => (
            <UserActions
              user={user}
              toggling={statusChange.savingId === user.id}
              onToggle={() => statusChange.toggle(user)}
              onEdit={() => edit.open(user.id)}
              onDelete={() => setDeleting(user)}
            />
          ),
        })}
        noMatch="No user matches"
      />
      {managesUsers && add.value !== null && <AddUserDialog onClose={add.close} />}
      <UserDialog userId={view.value} onClose={view.close} />
      {managesUsers && edit.value && <EditUserDialog userId={edit.value} onClose={edit.close} />}
      <DeleteUser user={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function useUserFilters(seesStaff: boolean) {
  const tags = (useCustomerTags().data?.tags ?? []).map(({ tag }) => tag);
  return [
    searchFilter('Search by name or email'),
    selectFilter({
      name: 'role',
      label: 'Role',
      all: 'All roles',
      choices: choicesOf(roles, roleLabels),
      isHidden: !seesStaff,
    }),
    selectFilter({
      name: 'status',
      label: 'Status',
      all: 'All statuses',
      choices: choicesOf(userStatuses, statusLabels),
    }),
    valuesFilter('tag', 'Tag', 'All tags', tags),
  ];
}

function DeleteUser({ user, onClose }: { user: UserRecord | null; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title="Delete User"
      item={user}
      nameOf={(user) => `${user.name} (${user.email})`}
      remove={(user) => api.deleteUser({ params: { id: user.id } })}
      failedMessage="Failed to delete user"
      onFailed={(error) => notifyFailure('Failed to delete user', error)}
      onDeleted={() => {
        notify('success', 'User deleted successfully!');
        void queries.invalidateQueries();
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            Are you sure you want to delete this user? All user data including orders and profile will be
            permanently removed.
          </p>
          <p className="text-ink-muted">
            The account goes now. Its orders keep only items, amounts and dates; an open order keeps its
            address until it closes. Invoices keep the billing name and address, encrypted, for the years set
            under Settings, Security.
          </p>
        </>
      )}
    </DeleteDialog>
  );
}

type Toggle = { user: UserRecord; status: UserStatus; isUndo?: boolean };

/** Toggles between active and inactive, with undo; ended sessions are not restored. */
function useStatusToggle() {
  const queries = useQueryClient();
  const saving = useMutation({
    // A shared scope runs mutations in sequence, so that an undo cannot overtake its change.
    scope: { id: 'user-status' },
    mutationFn: ({ user, status }: Toggle) => api.updateUser({ params: { id: user.id }, body: { status } }),
    onSuccess: ({ user }, { user: before, isUndo }) => {
      notify('success', `User status updated to ${user.status}`);
      if (isUndo) return withdrawUndo(user.id);
      offerUndo(user.id, {
        state: user.status,
        run: () => saving.mutate({ user, status: before.status, isUndo: true }),
        detail: user.status === 'active' ? undefined : 'Undo does not sign them in again.',
      });
    },
    onError: (error) => notifyFailure('Failed to update user', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['users'] }),
  });
  return {
    toggle: (user: UserRecord) =>
      saving.mutate({ user, status: user.status === 'active' ? 'inactive' : 'active' }),
    savingId: saving.isPending ? saving.variables.user.id : null,
  };
}
