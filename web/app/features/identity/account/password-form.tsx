import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { api } from '../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
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
  const form = useForm<z.input<typeof changeForm>>({
    resolver: zodResolver(changeForm),
    defaultValues: { currentPassword: '', password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = form.formState;
  // Scrolls the form into view after a navigation by URL.
  const { setFocus } = form;
  useEffect(() => setFocus('currentPassword'), [setFocus]);

  const change = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await api.updateProfile({ body: { currentPassword, newPassword: password } });
      notify('success', 'Your password has been changed.');
      onClose();
    } catch (error) {
      const { field, message } = toSubmitError(error);
      form.setError(field, { message });
    }
  });

  return (
    <form onSubmit={change} noValidate className="grid gap-4">
      <FormError message={errors.root?.message} />
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <TextInput
        label="Current password"
        type="password"
        required
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label="New password"
          type="password"
          required
          autoComplete="new-password"
          hint="At least 6 characters."
          error={errors.password?.message}
          {...form.register('password')}
        />
        <TextInput
          label="Confirm password"
          type="password"
          required
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...form.register('confirmation')}
        />
      </div>
      <PasswordMeter password={form.watch('password')} className="-mt-1" />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}

function toSubmitError(error: unknown): { field: 'currentPassword' | 'password' | 'root'; message: string } {
  const [fieldError] = fieldErrorsOf(error);
  if (fieldError?.field === 'currentPassword')
    return { field: 'currentPassword', message: fieldError.message };
  if (fieldError?.field === 'newPassword') return { field: 'password', message: fieldError.message };
  return { field: 'root', message: messageOf(error, noResponse('retry')) };
}
