import { zodResolver } from '@hookform/resolvers/zod';
import { identityEndpoints } from '@reprise/contract/identity/identity';
import type { UserRecord } from '@reprise/contract/identity/user';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { EmailStatus } from './email-status.tsx';
import { PendingEmail } from './pending-email.tsx';

type PersonalInfoProps = { user: UserRecord; onSaved: (user: UserRecord) => void };

/** Name, email and phone; read-only until Edit Profile is pressed. */
export function PersonalInfo({ user, onSaved }: PersonalInfoProps) {
  const [editing, setEditing] = useState(false);
  const close = () => setEditing(false);
  return (
    <CardSection
      title="Personal information"
      action={
        !editing && (
          <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )
      }
    >
      {editing ? (
        <EditForm
          user={user}
          onCancel={close}
          onSaved={(saved) => {
            onSaved(saved);
            close();
          }}
        />
      ) : (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact label="Full name">{user.name}</Fact>
          <Fact label="Email">
            {user.email} <EmailStatus verified={user.emailVerified} canResend={user.pendingEmail === null} />
          </Fact>
          <Fact label="Phone">{user.phone || <span className="text-ink-muted">Not given</span>}</Fact>
          {user.pendingEmail !== null && <PendingEmail pendingEmail={user.pendingEmail} onSaved={onSaved} />}
        </dl>
      )}
    </CardSection>
  );
}

const { name, email, phone } = identityEndpoints.updateProfile.body.shape;
const profileForm = z.object({
  name: name.unwrap(),
  email: email.unwrap(),
  phone: phone.unwrap().unwrap(),
  currentPassword: z.string(),
});
type ProfileForm = z.input<typeof profileForm>;

type EditFormProps = PersonalInfoProps & { onCancel: () => void };

function EditForm({ user, onSaved, onCancel }: EditFormProps) {
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileForm),
    defaultValues: { name: user.name, email: user.email, phone: user.phone ?? '', currentPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const newEmail = form.watch('email').trim().toLowerCase() !== user.email;

  const save = form.handleSubmit(async ({ currentPassword, ...change }) => {
    try {
      const body = newEmail ? { ...change, currentPassword } : change;
      onSaved((await api.updateProfile({ body })).user);
      notify('success', 'Profile updated successfully!');
    } catch (error) {
      for (const { field, message } of submitErrorsOf(error)) form.setError(field, { message });
    }
  });

  return (
    <form onSubmit={save} noValidate className="grid gap-4 sm:grid-cols-2">
      <FormError message={errors.root?.message} className="sm:col-span-2" />
      <TextInput
        label="Full name"
        required
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      {newEmail && (
        <TextInput
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          hint="Required to change your email. The new address takes effect once you confirm it."
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  );
}

type SubmitError = { field: keyof ProfileForm | 'root'; message: string };

const fields = ['name', 'email', 'phone', 'currentPassword'] as const;

function submitErrorsOf(error: unknown): SubmitError[] {
  const fieldErrors = fieldErrorsOf(error).flatMap((fieldError): SubmitError[] => {
    const field = fields.find((name) => name === fieldError.field);
    return field ? [{ field, message: fieldError.message }] : [];
  });
  return fieldErrors.length > 0
    ? fieldErrors
    : [{ field: 'root', message: messageOf(error, noResponse('retry')) }];
}
