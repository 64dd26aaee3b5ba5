import { identityEndpoints } from '@reprise/contract/identity/identity';
import type { UserRecord, UserStatus } from '@reprise/contract/identity/user';
import { roles, userStatuses } from '@reprise/contract/identity/user';
import { userSorts } from '@reprise/contract/identity/user-admin';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList } from '../../../admin-ui/data-list.tsx';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { offerUndo, withdrawUndo } from '../../../admin-ui/undo.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Plus, SearchX, ShieldCheck, UserCheck, UserRound, Users } from '../../../ui/icons/lucide.tsx';
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
  const listParams = useListParams();
  const filters = {
    search: listParams.text('search') || undefined,
    role: listParams.choice('role', roles),
    status: listParams.choice('status', userStatuses),
    tag: listParams.text('tag') || undefined,
  };
  const sort = listParams.choice('sort', userSorts);
  const list = useUsers({ ...filters, sort, page: listParams.page, limit: listParams.limit });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const view = useDialogParam('user');
  const [deleting, setDeleting] = useState<UserRecord | null>(null);
  const statusChange = useStatusToggle();
  const can = usePermissions();
  const managesUsers = can('users.manage');
  const seesStaff = can('staff.read');
  const counts = list.data?.counts;
  const failed = list.isError ? null : undefined;
  return (
    <>
      <ScreenHeader title="User Management">
        {can('customers.export') && (
          <ExportButton endpoint={identityEndpoints.exportUsers} input={{ query: filters }} />
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
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        defaultSort="newest"
        filters={<UserFilters filters={filters} seesStaff={seesStaff} listParams={listParams} />}
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
        empty={<NoUsers listParams={listParams} />}
      />
      <AddUserDialog open={managesUsers && add.value !== null} onClose={add.close} />
      <UserDialog userId={view.value} onClose={view.close} />
      <EditUserDialog userId={managesUsers ? edit.value : null} onClose={edit.close} />
      <DeleteUser user={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

type Filters = {
  search: string | undefined;
  role: (typeof roles)[number] | undefined;
  status: (typeof userStatuses)[number] | undefined;
  tag: string | undefined;
};

type UserFiltersProps = { filters: Filters; seesStaff: boolean; listParams: ListParams };

function UserFilters({ filters, seesStaff, listParams }: UserFiltersProps) {
  const tags = (useCustomerTags().data?.tags ?? []).map(({ tag }) => tag);
  const choices = filters.tag && !tags.includes(filters.tag) ? [filters.tag, ...tags] : tags;
  return (
    <>
      <SearchField
        label="Search by name or email"
        value={filters.search ?? ''}
        onChange={(search) => listParams.change({ search })}
      />
      {seesStaff && (
        <FilterSelect
          label="Role"
          all="All roles"
          value={filters.role}
          choices={roles.map((value) => ({ value, label: roleLabels[value] }))}
          onChange={(role) => listParams.change({ role })}
        />
      )}
      <FilterSelect
        label="Status"
        all="All statuses"
        value={filters.status}
        choices={userStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        onChange={(status) => listParams.change({ status })}
      />
      {choices.length > 0 && (
        <FilterSelect
          label="Tag"
          all="All tags"
          value={filters.tag}
          choices={choices.map((value) => ({ value, label: value }))}
          onChange={(tag) => listParams.change({ tag })}
        />
      )}
    </>
  );
}

function NoUsers({ listParams }: { listParams: ListParams }) {
  return (
    <EmptyState
      Icon={SearchX}
      title="No user matches"
      action={
        <Button
          variant="outline"
          onClick={() =>
            listParams.change({ search: undefined, role: undefined, status: undefined, tag: undefined })
          }
        >
          Clear filters
        </Button>
      }
    />
  );
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
            Items, amounts and dates of past orders remain for accounting, without personal data.
          </p>
        </>
      )}
    </DeleteDialog>
  );
}

type UserQuery = Filters & {
  sort: (typeof userSorts)[number] | undefined;
  page: number;
  limit: number;
};

function useUsers(query: UserQuery) {
  return useQuery({
    queryKey: ['users', query],
    queryFn: ({ signal }) => api.listUsers({ query }, { signal }),
    select: ({ users, pagination, counts }) => ({ rows: users, pagination, counts }),
    placeholderData: keepPreviousData,
  });
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
