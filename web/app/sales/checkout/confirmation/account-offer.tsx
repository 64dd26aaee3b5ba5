import { problemCodeOf } from '@reprise/contract/problem';
import { newPassword } from '@reprise/contract/wire';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { TermsLinks } from '../../../foundations/page-texts/terms-links.tsx';
import { useAuth } from '../../../session/auth-store.ts';
import { enterSession, readDeviceToken } from '../../../session/device-token.ts';
import { signInUrl } from '../../../session/local-path.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
import { NewPasswordInput } from '../../../ui/forms/new-password-input.tsx';
import { CircleCheck } from '../../../ui/icons/lucide.tsx';
import type { PlacedOrder } from '../outbox/sent-order.ts';
import type { ConfirmationState } from './confirmation-state.ts';

const accountForm = z.object({ password: newPassword });

type AccountOfferProps = { order: PlacedOrder; confirmation: ConfirmationState };

/** Offers a guest an account that needs a password only; the order is added to it. */
export function AccountOffer({ order, confirmation }: AccountOfferProps) {
  const isGuest = useAuth((state) => !state.loading && state.user === null);
  const [isCreated, setIsCreated] = useState(false);
  if (isCreated) return <Created />;
  const { email, shippingAddress } = confirmation;
  if (!isGuest || order.owner !== null || order.accessToken === null || !shippingAddress) return null;
  const name = `${shippingAddress.firstName} ${shippingAddress.lastName}`.trim();

  async function create(password: string): Promise<void> {
    enterSession(await api.register({ body: { name, email, password, deviceToken: readDeviceToken() } }));
    setIsCreated(true);
    const options = order.accessToken === null ? {} : { orderToken: order.accessToken };
    // After a failure, the confirmation of the email address adds the order.
    await api.claimOrder({ params: { id: order.orderId } }, options).catch(() => {});
  }
  return <PasswordForm email={email} onSubmit={create} />;
}

function Created() {
  return (
    <p role="status" className="mt-10 flex gap-2.5 rounded-tile border border-line bg-raised p-5 text-sm">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-good-text" aria-hidden="true" />
      <span>
        Your account is ready, and this order is in it. See it under{' '}
        <Link to="/orders" className="text-link">
          Orders
        </Link>
        .
      </span>
    </p>
  );
}

type PasswordFormProps = { email: string; onSubmit: (password: string) => Promise<void> };

function PasswordForm({ email, onSubmit }: PasswordFormProps) {
  const form = useCheckedForm({
    defaultValues: { password: '' },
    schema: accountForm,
    save: ({ password }) => onSubmit(password),
    failureOf: (error, isAtField) => (isAtField ? null : toSubmitError(error)),
  });
  return (
    <section aria-labelledby="account-offer" className="mt-10 rounded-tile border border-line bg-raised p-5">
      <h2 id="account-offer" className="text-lg">
        Keep this order in an account
      </h2>
      <p className="mt-1 text-ink-muted text-sm">
        Choose a password to follow your orders and check out faster. You sign in as{' '}
        <span className="font-medium text-ink [overflow-wrap:anywhere]">{email}</span>.
      </p>
      <form onSubmit={form.submit} method="post" noValidate className="mt-4 grid gap-4">
        <FormError message={form.failure} />
        {form.failure && (
          <p className="-mt-2 text-sm">
            Have an account?{' '}
            <Link to={signInUrl('/order-confirmation')} className="text-link">
              Sign in
            </Link>
          </p>
        )}
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordInput {...form.field('password')} />
        <Button type="submit" loading={form.isSaving}>
          Create account
        </Button>
        <p className="text-ink-muted text-sm">
          By creating an account you agree to the <TermsLinks />.
        </p>
      </form>
    </section>
  );
}

function toSubmitError(error: unknown): string {
  const code = problemCodeOf(error);
  const isRefused = code !== undefined && code !== 'RATE_LIMITED';
  return isRefused ? 'Registration failed. Please try again.' : messageOf(error, noResponse('retry'));
}
