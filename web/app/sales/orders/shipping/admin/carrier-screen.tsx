import type { CarrierAccount } from '@reprise/contract/sales/orders/shipping/carrier-account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { CarrierForm } from './carrier-form.tsx';

const accountKey = ['carrier-account'];

/** Account that buys shipping labels. */
export default function CarrierScreen() {
  const account = useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => api.getCarrierAccount({}, { signal }),
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb
        steps={[
          { label: 'Settings', to: '/admin/settings' },
          { label: 'Shipping', to: '/admin/settings?tab=shipping' },
          { label: 'Labels' },
        ]}
      />
      <ScreenHeader title="Shipping labels" />
      <Loaded query={account} failed="The account could not be loaded" look="framed" skeleton="h-96">
        {({ account }) => <Account account={account} />}
      </Loaded>
    </div>
  );
}

function Account({ account }: { account: CarrierAccount }) {
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const keep = (answer: { account: CarrierAccount }) => queries.setQueryData(accountKey, answer);
  return (
    <>
      <p className="mb-4 text-ink-muted text-sm">
        With an account at EasyPost the shop compares the rates of its carriers, buys labels on the packing
        table, and shows customers where their parcel is. Each label is charged to that account.
      </p>
      <Status account={account} />
      <CarrierForm key={account.keyHint} account={account} onSaved={keep} />
      {account.sender && (
        <div className="mt-6 border-line border-t pt-4">
          <Button variant="ghost" size="sm" onClick={() => setRemoving(true)}>
            Remove the account
          </Button>
        </div>
      )}
      <DeleteDialog
        title="Remove account"
        item={isRemoving ? account : null}
        nameOf={() => 'The account'}
        remove={async () => keep(await api.removeCarrierAccount())}
        onDeleted={() => notify('success', 'Removed. Tracking numbers are entered by hand again.')}
        failedMessage="The account was not removed. Try again."
        onClose={() => setRemoving(false)}
      >
        {() => <p>Labels that were bought stay valid. Their parcels are not followed any more.</p>}
      </DeleteDialog>
    </>
  );
}

function Status({
  account: { source, isTest, keyHint, followsParcels, sender },
}: {
  account: CarrierAccount;
}) {
  if (source === 'unreadable') {
    return (
      <p className="mb-4 rounded-control bg-sunken px-3 py-2.5 text-sm">
        <StatusDot tone="bad">The key cannot be read</StatusDot>
        <span className="mt-1 block text-ink-muted">
          It was encrypted with another APP_SECRET. Enter it again.
        </span>
      </p>
    );
  }
  if (!sender) return null;
  return (
    <p className="mb-4 rounded-control bg-sunken px-3 py-2.5 text-sm">
      <StatusDot tone={isTest ? 'warn' : 'good'}>
        {source === 'adapter'
          ? `Labels are bought by ${keyHint}`
          : isTest
            ? `Test key ${keyHint}: labels are not valid`
            : `Labels are bought with ${keyHint}`}
      </StatusDot>
      <span className="mt-1 block text-ink-muted">
        {followsParcels
          ? 'Parcels are followed.'
          : 'Parcels are not followed: the shop has no public https address.'}
      </span>
    </p>
  );
}
