import { identityEndpoints } from '@reprise/contract/identity/identity';
import { type StaffRole, staffRoles } from '@reprise/contract/identity/permissions';
import {
  type Role,
  roles,
  type UserRecord,
  type UserStatus,
  userStatuses,
} from '@reprise/contract/identity/user';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { type FieldErrors, type UseFormRegister, type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { staffRoleLabels, staffRoleSummaries } from '../../../admin-ui/staff-roles.ts';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useLastValue } from '../../../ui/overlays/use-dialog.ts';
import { Spinner } from '../../../ui/spinner.tsx';
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

/** Statuses for a new user; banning is available in the edit dialog only. */
const newUserStatuses = ['active', 'inactive'] as const;

const newUser = identityEndpoints.createUser.body;
const changedUser = identityEndpoints.updateUser.body;

export function AddUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Add New User">
      {open && (
        <UserForm
          schema={newUser}
          defaultValues={{
            name: '',
            email: '',
            phone: '',
            role: 'customer',
            staffRoles: [],
            status: 'active',
          }}
          statuses={newUserStatuses}
          noteOf={() => 'They get an email with a link to choose a password.'}
          submitLabel="Add User"
          save={(values) => api.createUser({ body: newUser.parse(wireOf(values)) })}
          savedMessage="User added successfully!"
          failedMessage="Failed to add user"
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

export function EditUserDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  return (
    <Modal open={userId !== null} onClose={onClose} title="Edit User">
      {userId !== null && <LoadedUser key={userId} userId={userId} onClose={onClose} />}
    </Modal>
  );
}

function LoadedUser({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['user', userId],
    queryFn: () => api.getUser({ params: { id: userId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  if (error) {
    return (
      <ErrorState title="This user could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error)}
      </ErrorState>
    );
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <div className="grid h-96 place-items-center text-ink-muted text-xl">
        <Spinner label="Loading" />
      </div>
    );
  }
  return (
    <UserForm
      schema={changedUser}
      defaultValues={valuesOf(data.user)}
      statuses={userStatuses}
      noteOf={(values) => noteOfChange(data.user, values)}
      submitLabel="Save Changes"
      save={(values) => api.updateUser({ params: { id: userId }, body: changedUser.parse(wireOf(values)) })}
      savedMessage="User updated successfully!"
      failedMessage="Failed to update user"
      onClose={onClose}
    />
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

function wireOf({ phone, staffRoles, ...values }: Values) {
  return {
    ...values,
    phone: phone.trim() || null,
    ...(values.role === 'admin' && { staffRoles }),
  };
}

type UserFormProps = {
  schema: typeof newUser | typeof changedUser;
  defaultValues: Values;
  statuses: readonly UserStatus[];
  noteOf: (values: Values) => string;
  submitLabel: string;
  save: (values: Values) => Promise<unknown>;
  savedMessage: string;
  failedMessage: string;
  onClose: () => void;
};

function UserForm(props: UserFormProps) {
  const { schema, defaultValues, statuses, noteOf, submitLabel, save, savedMessage, failedMessage, onClose } =
    props;
  const queries = useQueryClient();
  const { register, handleSubmit, watch, setError, formState } = useForm<Values>({
    defaultValues,
    resolver: formResolver(schema, wireOf),
  });
  const { errors, isDirty } = formState;
  const saved = useRef(false);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      saved.current = true;
      notify('success', savedMessage);
      void queries.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      notifyFailure(failedMessage, error);
      if (problemCodeOf(error))
        showFieldErrors((error as Problem).errors, ['name', 'email', 'phone', 'staffRoles'], setError);
    },
  });
  const [newOwner, setNewOwner] = useState<Values | null>(null);
  const values = watch();
  const { name, email, role } = values;
  const hasNoRole = role === 'admin' && values.staffRoles.length === 0;
  return (
    <>
      <DialogForm
        onSubmit={handleSubmit((values) =>
          isOwner(values) && !isOwner(defaultValues) ? setNewOwner(values) : saving.mutate(values),
        )}
        onCancel={onClose}
        submitLabel={submitLabel}
        submitDisabled={!name.trim() || !email.trim() || hasNoRole}
        saving={saving.isPending}
        failure={saving.isError && messageOf(saving.error, failedMessage)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <ContactFields register={register} errors={errors} />
          <LabelSelect label="Role" labels={roleLabels} values={roles} {...register('role')} />
          <LabelSelect label="Status" labels={statusLabels} values={statuses} {...register('status')} />
          {role === 'admin' && (
            <StaffRoleChoice
              field={register('staffRoles')}
              error={hasNoRole ? 'Choose at least one' : errors.staffRoles?.message}
            />
          )}
          <p className="text-ink-muted text-sm sm:col-span-2">{noteOf(values)}</p>
        </div>
      </DialogForm>
      <ConfirmOwner
        owner={newOwner}
        onConfirm={(owner) => {
          setNewOwner(null);
          saving.mutate(owner);
        }}
        onClose={() => setNewOwner(null)}
      />
      <UnsavedChanges isDirty={() => isDirty && !saved.current} />
    </>
  );
}

type ContactFieldsProps = { register: UseFormRegister<Values>; errors: FieldErrors<Values> };

function ContactFields({ register, errors }: ContactFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        autoComplete="off"
        fieldClassName="sm:col-span-2"
        {...register('name')}
        error={errors.name?.message}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        {...register('email')}
        error={errors.email?.message}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        {...register('phone')}
        error={errors.phone?.message}
      />
    </>
  );
}

const isOwner = ({ role, staffRoles }: Values): boolean => role === 'admin' && staffRoles.includes('owner');

type ConfirmOwnerProps = {
  owner: Values | null;
  onConfirm: (owner: Values) => void;
  onClose: () => void;
};

/** Asks before somebody becomes an owner, because owners can do everything. */
function ConfirmOwner({ owner, onConfirm, onClose }: ConfirmOwnerProps) {
  const shown = useLastValue(owner);
  return (
    <Modal
      open={owner !== null}
      onClose={onClose}
      size="sm"
      title="Make this user an owner?"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => owner && onConfirm(owner)}>Make owner</Button>
        </>
      }
    >
      {shown && (
        <div className="grid gap-3 text-sm">
          <p className="break-words font-semibold">
            {shown.name} ({shown.email})
          </p>
          <p>
            Owners can do everything in this store: change payment keys and settings, and add or remove other
            owners, you included. All owners are told by email.
          </p>
        </div>
      )}
    </Modal>
  );
}

type LabelSelectProps<Value extends string> = Omit<ComponentProps<typeof Select>, 'children'> & {
  values: readonly Value[];
  labels: Record<Value, string>;
};

function LabelSelect<Value extends string>({ values, labels, ...props }: LabelSelectProps<Value>) {
  return (
    <Select {...props}>
      {values.map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </Select>
  );
}

type StaffRoleChoiceProps = { field: UseFormRegisterReturn; error: string | undefined };

function StaffRoleChoice({ field, error }: StaffRoleChoiceProps) {
  return (
    <div className="sm:col-span-2">
      <ChoiceGroup label="Staff roles" error={error}>
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
