import { registration } from '@reprise/contract/people/identity/sign-in';
import { problemCodeOf } from '@reprise/contract/problem';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { TermsLinks } from '../../foundations/page-texts/terms-links.tsx';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { enterSession, readDeviceToken } from '../../session/device-token.ts';
import { localPath, signInUrl } from '../../session/local-path.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { NewPasswordInput } from '../../ui/forms/new-password-input.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import type { Route } from './+types/register-page';
import { AuthFrame } from './auth-frame.tsx';
import { newPasswordFields, passwordsMatch } from './new-password-form.ts';
import { PasswordMeter } from './password-meter.tsx';
import { useSignInRedirect } from './use-sign-in-redirect.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Create an account', matches[0].loaderData?.settings.storeName);

const registerForm = z
  .object({
    ...registration.shape,
    ...newPasswordFields,
    terms: z.literal(true, 'Please accept the terms to create an account'),
  })
  .refine(...passwordsMatch);
export default function RegisterPage() {
  const from = localPath(useSearchParams()[0].get('from'));
  const signInRedirect = useSignInRedirect(from);
  const hydrated = useHydrated();
  const offersDeals = useStoreSettings()?.marketingEmails ?? false;
  const form = useCheckedForm({
    defaultValues: { name: '', email: '', password: '', confirmation: '', dealEmails: false, terms: false },
    schema: registerForm,
    save: async ({ name, email, password, dealEmails }) => {
      const body = { name, email, password, dealEmails, deviceToken: readDeviceToken() };
      enterSession(await api.register({ body }));
      notifyOfMail(email);
    },
    failureOf: (error, isAtField) => (isAtField ? null : toSubmitError(error)),
  });
  const password = form.field('password');

  return (
    <AuthFrame
      title="Create an account"
      lead={
        <>
          Have one already?{' '}
          <Link to={signInUrl(from)} className="text-link">
            Sign In
          </Link>
        </>
      }
    >
      <form onSubmit={form.submit} method="post" noValidate className="grid gap-5">
        <FormError message={form.failure ?? signInRedirect.error} />
        {form.failure && <AccountLinks from={from} email={form.getValues('email')} />}
        <TextInput label="Full name" required autoComplete="name" {...form.field('name')} />
        <TextInput label="Email" type="email" required autoComplete="username" {...form.field('email')} />
        <NewPasswordInput {...password} />
        {!password.error && <PasswordMeter password={form.watch('password')} className="-mt-2.5" />}
        <NewPasswordInput label="Confirm password" hint="" {...form.field('confirmation')} />
        {offersDeals && (
          <Checkbox
            label="Send me the weekly deals"
            hint="One email every Thursday with the largest savings in the shop. Unsubscribe at any time."
            {...form.field('dealEmails')}
          />
        )}
        <Checkbox required label={termsLabel} {...form.field('terms')} />
        <Button
          type="submit"
          size="lg"
          wide
          disabled={!hydrated}
          loading={form.isSaving || signInRedirect.leaving}
        >
          Create account
        </Button>
      </form>
    </AuthFrame>
  );
}

const termsLabel = (
  <>
    I agree to the <TermsLinks />
  </>
);

/** Links shown after any error; the same for every error, so as not to disclose whether an account exists. */
function AccountLinks({ from, email }: { from: string; email: string }) {
  return (
    <p className="-mt-2 text-sm">
      If you already have an account with this email,{' '}
      <Link to={signInUrl(from)} state={{ email }} className="text-link">
        sign in
      </Link>{' '}
      or{' '}
      <Link to="/forgot-password" state={{ email }} className="text-link">
        reset your password
      </Link>
      .
    </p>
  );
}

function notifyOfMail(email: string): void {
  notify('success', `We sent a confirmation link to ${email}.`, () => (
    <p className="-mt-2 w-full pr-3 pb-2 pl-8 text-ink-muted text-sm">
      Open it to find the orders you placed as a guest.
    </p>
  ));
}

function toSubmitError(error: unknown): string {
  const code = problemCodeOf(error);
  if (code === undefined) return 'An error occurred. Please try again.';
  return code === 'RATE_LIMITED' ? (error as Error).message : 'Registration failed. Please try again.';
}
