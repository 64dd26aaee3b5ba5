import { credentials } from '@reprise/contract/people/identity/sign-in';
import { problemCodeOf } from '@reprise/contract/problem';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { CircleCheck } from '../../ui/icons/lucide.tsx';
import type { Route } from './+types/forgot-password-page';
import { AuthFrame } from './auth-frame.tsx';
import { useTypedEmail } from './use-typed-email.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Reset your password', matches[0].loaderData?.settings.storeName);

export default function ForgotPasswordPage() {
  const hydrated = useHydrated();
  const form = useCheckedForm({
    defaultValues: { email: useTypedEmail() },
    schema: credentials.pick({ email: true }),
    save: (body) => api.forgotPassword({ body }),
    failureOf: (error) =>
      problemCodeOf(error) === 'RATE_LIMITED'
        ? (error as Error).message
        : 'Something went wrong. Please try again.',
  });
  const { isSubmitSuccessful } = form.formState;

  return (
    <AuthFrame title="Reset your password" lead="We send you a link to choose a new one.">
      <div role="status">{isSubmitSuccessful && <Sent />}</div>
      {!isSubmitSuccessful && (
        <form onSubmit={form.submit} method="post" noValidate className="grid gap-5">
          <FormError message={form.failure} />
          <TextInput label="Email" type="email" required autoComplete="username" {...form.field('email')} />
          <Button type="submit" size="lg" wide disabled={!hydrated} loading={form.isSaving}>
            Send reset link
          </Button>
        </form>
      )}
      <p className="mt-5 text-center">
        <Link to="/login" className="text-link text-sm">
          Back to sign in
        </Link>
      </p>
    </AuthFrame>
  );
}

function Sent() {
  return (
    <p className="flex gap-2.5 rounded-control bg-good-tint px-4 py-3 text-sm">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-good-text" aria-hidden="true" />
      If an account with that email exists, a password reset link has been sent.
    </p>
  );
}
