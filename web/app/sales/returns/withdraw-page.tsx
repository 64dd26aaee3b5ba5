import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { formatDateTime } from '../../formats.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import type { Route } from './+types/withdraw-page';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Withdraw from contract', matches[0].loaderData?.settings.storeName);

const { body } = returnEndpoints.withdrawFromContract;

/** Declares the withdrawal from the contract of an order: one press names it, the second confirms. */
export default function WithdrawPage() {
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const [receivedAt, setReceivedAt] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const form = useCheckedForm({
    defaultValues: { name: '', email: '', orderNumber: params.get('order') ?? '' },
    schema: body,
    save: async (declared) => {
      if (!isConfirming) return setConfirming(true);
      setReceivedAt((await api.withdrawFromContract({ body: declared })).receivedAt);
    },
    failed: noResponse('retry'),
  });
  const { name, email, orderNumber } = form.watch();
  return (
    <div className="page-width max-w-text py-16 sm:py-24">
      <h1 className="text-2xl">Withdraw from contract</h1>
      {receivedAt !== null ? (
        <p role="status" className="mt-8 rounded-tile bg-primary-tint p-4">
          We received your withdrawal from the contract of order {orderNumber} on {formatDateTime(receivedAt)}
          . An email to {email} confirms it, and a second one says what happens next.
        </p>
      ) : (
        <form onSubmit={form.submit} method="post" noValidate className="mt-3 grid max-w-md gap-5">
          {isConfirming ? (
            <>
              <p role="status" className="rounded-tile bg-primary-tint p-4 wrap-anywhere">
                I, {name}, withdraw from the contract of order {orderNumber}. Confirm it to {email}.
              </p>
              <FormError message={form.failure} />
              <Button type="submit" size="lg" wide loading={form.isSaving}>
                Confirm withdrawal
              </Button>
              <Button variant="ghost" disabled={form.isSaving} onClick={() => setConfirming(false)}>
                Change something
              </Button>
            </>
          ) : (
            <>
              <p className="text-ink-muted">
                Customers in the European Union and the United Kingdom can withdraw within 14 days of
                delivery, without a reason and without an account.
              </p>
              <TextInput label="Name" required autoComplete="name" {...form.field('name')} />
              <TextInput
                label="Email"
                type="email"
                required
                autoComplete="email"
                hint="The one of the order."
                {...form.field('email')}
              />
              <TextInput label="Order number" required hint="MJ-…" {...form.field('orderNumber')} />
              <FormError message={form.failure} />
              <Button type="submit" size="lg" wide disabled={!hydrated} loading={form.isSaving}>
                Withdraw from contract here
              </Button>
            </>
          )}
        </form>
      )}
    </div>
  );
}
