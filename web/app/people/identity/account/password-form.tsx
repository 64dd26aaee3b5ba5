import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { api } from '../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../api/error-message.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
import { NewPasswordInput } from '../../../ui/forms/new-password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { newPasswordFields, passwordsMatch } from '../new-password-form.ts';
import { PasswordMeter } from '../password-meter.tsx';

/** Changes the password, with the current one as confirmation. */
export function PasswordForm({ email }: { email: string }) {
  // Password managers arrive via /.well-known/change-password.
  const [params] = useSearchParams();
  const [open, setOpen] = useState(params.get('change') === 'password');
  return (
    <CardSection
      title="Password"
      action={
        !open && (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            Change password
          </Button>
        )
      }
    >
      {open ? (
        <ChangeForm email={email} onClose={() => setOpen(false)} />
      ) : (
        <p className="text-ink-muted text-sm">Changing it signs you out on all other devices.</p>
      )}
    </CardSection>
  );
}

const changeForm = z
  .object({ currentPassword: z.string().min(1, 'Enter your current password'), ...newPasswordFields })
  .refine(...passwordsMatch);

function ChangeForm({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useCheckedForm({
    defaultValues: { currentPassword: '', password: '', confirmation: '' },
    schema: changeForm,
    save: ({ currentPassword, password }) =>
      api.updateProfile({ body: { currentPassword, newPassword: password } }),
    failureOf: (error, isAtField) => {
      const rejected = fieldErrorsOf(error).find(({ field }) => field === 'newPassword');
      if (rejected) form.setError('password', { message: rejected.message }, { shouldFocus: true });
      return rejected || isAtField ? null : messageOf(error, noResponse('retry'));
    },
    onSaved: () => {
      notify('success', 'Your password has been changed.');
      onClose();
    },
  });
  // Scrolls the form into view after a navigation by URL.
  const { setFocus } = form;
  useEffect(() => setFocus('currentPassword'), [setFocus]);

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <FormError message={form.failure} />
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <TextInput
        label="Current password"
        type="password"
        required
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NewPasswordInput label="New password" {...form.field('password')} />
        <NewPasswordInput label="Confirm password" hint="" {...form.field('confirmation')} />
      </div>
      <PasswordMeter password={form.watch('password')} className="-mt-1" />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Change password
        </Button>
      </div>
    </form>
  );
}
