import { identityEndpoints } from '@reprise/contract/people/identity/identity';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
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

type EditFormProps = PersonalInfoProps & { onCancel: () => void };

function EditForm({ user, onSaved, onCancel }: EditFormProps) {
  const isNew = (email: string) => email.trim().toLowerCase() !== user.email;
  const form = useCheckedForm({
    defaultValues: { name: user.name, email: user.email, phone: user.phone ?? '', currentPassword: '' },
    schema: identityEndpoints.updateProfile.body,
    bodyOf: ({ currentPassword, ...change }) =>
      isNew(change.email) ? { ...change, currentPassword } : change,
    save: (body) => api.updateProfile({ body }),
    failed: noResponse('retry'),
    onlyAtFields: true,
    onSaved: (answer) => {
      onSaved(answer.user);
      notify('success', 'Profile updated successfully!');
    },
  });

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4 sm:grid-cols-2">
      <FormError message={form.failure} className="sm:col-span-2" />
      <TextInput label="Full name" required autoComplete="name" {...form.field('name')} />
      <TextInput label="Email" type="email" required autoComplete="email" {...form.field('email')} />
      <TextInput label="Phone" type="tel" autoComplete="tel" {...form.field('phone')} />
      {isNew(form.watch('email')) && (
        <TextInput
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          hint="Required to change your email. The new address takes effect once you confirm it."
          {...form.field('currentPassword')}
        />
      )}
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}
