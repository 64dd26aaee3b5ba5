import { identityEndpoints } from '@reprise/contract/people/identity/identity';
import type { Role, UserRecord, UserStatus } from '@reprise/contract/people/identity/user';
import { type StaffRole, staffRoles } from '@reprise/contract/permissions';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { z } from 'zod';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { LoadedDialog } from '../../../admin-ui/forms/loaded-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { OutsideForm } from '../../../admin-ui/outside-form.tsx';
import { staffRoleLabels, staffRoleSummaries } from '../../../admin-ui/staff-roles.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { roleLabels, statusLabels } from './user-labels.ts';

type Values = {
  name: string;
  email: string;
  phone: string;
  role: Role;
  /** Used with the role Admin only. */
  staffRoles: StaffRole[];
  status: UserStatus;
};

const newUser: Values = {
  name: '',
  email: '',
  phone: '',
  role: 'customer',
  staffRoles: [],
  status: 'active',
};

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title="Add New User">
      <UserForm
        schema={identityEndpoints.createUser.body}
        defaultValues={newUser}
        // Banning is for known users only.
        statuses={{ active: statusLabels.active, inactive: statusLabels.inactive }}
        noteOf={() => 'They get an email with a link to choose a password.'}
        submitLabel="Add User"
        save={(body) => api.createUser({ body })}
        done="User added successfully!"
        failed="Failed to add user"
        onClose={onClose}
      />
    </Modal>
  );
}

type EditUserDialogProps = { userId: string; onClose: () => void };

export function EditUserDialog({ userId, onClose }: EditUserDialogProps) {
  return (
    <LoadedDialog
      title="Edit User"
      onClose={onClose}
      query={{ queryKey: ['user', userId], queryFn: () => api.getUser({ params: { id: userId } }) }}
      failed="This user could not be loaded"
      skeleton="h-96"
    >
      {({ user }) => (
        <UserForm
          schema={identityEndpoints.updateUser.body}
          defaultValues={valuesOf(user)}
          statuses={statusLabels}
          noteOf={(values) => noteOfChange(user, values)}
          submitLabel="Save Changes"
          save={(body) => api.updateUser({ params: { id: userId }, body })}
          done="User updated successfully!"
          failed="Failed to update user"
          onClose={onClose}
        />
      )}
    </LoadedDialog>
  );
}

function valuesOf({ name, email, phone, role, staffRoles, status }: UserRecord): Values {
  return {
    name,
    email,
    phone: phone ?? '',
    role,
    staffRoles,
    status,
  };
}

function noteOfChange(before: UserRecord, { role, email }: Values): string {
  if (before.role === 'admin' || role !== 'admin')
    return 'Inactive and banned users are signed out at once and cannot sign in.';
  return before.emailVerified && before.email === email.trim().toLowerCase()
    ? 'They are signed out and lose their passkeys, then sign in with their password.'
    : 'This address is not confirmed, so somebody else may have opened the account. Its password, passkeys and saved data are removed, and the address gets an email with a link to choose a password.';
}

type UserFormProps<Body> = {
  schema: z.ZodType<Body>;
  defaultValues: Values;
  statuses: Partial<Record<UserStatus, string>>;
  noteOf: (values: Values) => string;
  submitLabel: string;
  save: (body: Body) => Promise<unknown>;
  done: string;
  failed: string;
  onClose: () => void;
};

function UserForm<Body>({ statuses, noteOf, submitLabel, onClose, ...options }: UserFormProps<Body>) {
  const form = useSavedForm({
    ...options,
    bodyOf: ({ phone, staffRoles, ...values }: Values) => ({
      ...values,
      phone: phone.trim() || null,
      ...(values.role === 'admin' && { staffRoles }),
    }),
    failureOf: (error) => {
      notifyFailure(options.failed, error);
      return messageOf(error, options.failed);
    },
    onSaved: onClose,
  });
  const [isAskingForOwner, setAskingForOwner] = useState(false);
  const values = form.watch();
  const { name, email, role } = values;
  const hasNoRole = role === 'admin' && values.staffRoles.length === 0;
  const becomesOwner = isOwner(values) && !isOwner(options.defaultValues);
  return (
    <>
      <DialogForm
        form={becomesOwner ? { ...form, submit: form.handleSubmit(() => setAskingForOwner(true)) } : form}
        guarded
        onCancel={onClose}
        submitLabel={submitLabel}
        submitDisabled={!name.trim() || !email.trim() || hasNoRole}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            label="Name"
            required
            autoComplete="off"
            fieldClassName="sm:col-span-2"
            {...form.field('name')}
          />
          <TextInput label="Email" type="email" required autoComplete="off" {...form.field('email')} />
          <TextInput label="Phone" type="tel" autoComplete="off" {...form.field('phone')} />
          <Select label="Role" options={roleLabels} {...form.field('role')} />
          <Select label="Status" options={statuses} {...form.field('status')} />
          {role === 'admin' && <StaffRoleChoice {...form.field('staffRoles')} />}
          <p className="text-ink-muted text-sm sm:col-span-2">{noteOf(values)}</p>
        </div>
      </DialogForm>
      {isAskingForOwner && (
        <ConfirmOwner
          owner={values}
          onConfirm={() => {
            setAskingForOwner(false);
            void form.submit();
          }}
          onClose={() => setAskingForOwner(false)}
        />
      )}
    </>
  );
}

const isOwner = ({ role, staffRoles }: Values): boolean => role === 'admin' && staffRoles.includes('owner');

type ConfirmOwnerProps = { owner: Values; onConfirm: () => void; onClose: () => void };

/** Asks before a user becomes an owner, because owners can do everything. */
function ConfirmOwner({ owner, onConfirm, onClose }: ConfirmOwnerProps) {
  return (
    <OutsideForm>
      <Modal
        open
        onClose={onClose}
        size="sm"
        title="Make this user an owner?"
        footer={
          <>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={onConfirm}>Make owner</Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm">
          <p className="break-words font-semibold">
            {owner.name} ({owner.email})
          </p>
          <p>
            Owners can do everything in this store: change payment keys and settings, and add or remove other
            owners, you included. All owners are told by email.
          </p>
        </div>
      </Modal>
    </OutsideForm>
  );
}

type StaffRoleChoiceProps = UseFormRegisterReturn & { error: string | undefined };

function StaffRoleChoice({ error, ...field }: StaffRoleChoiceProps) {
  return (
    <div className="sm:col-span-2">
      <ChoiceGroup label="Staff roles, at least one" error={error}>
        {staffRoles.map((staffRole) => (
          <Checkbox
            key={staffRole}
            label={staffRoleLabels[staffRole]}
            hint={staffRoleSummaries[staffRole]}
            value={staffRole}
            {...field}
          />
        ))}
      </ChoiceGroup>
    </div>
  );
}
