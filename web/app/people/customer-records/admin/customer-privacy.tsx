import { type CustomerDetails, customerRecordEndpoints } from '@reprise/contract/people/customer-records';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { api, fetchFile } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { saveJson } from '../../../browser/save-blob.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Download } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Export of a customer's data, and its erasure. */
export function CustomerPrivacy({ customer }: { customer: CustomerDetails }) {
  const can = usePermissions();
  const [isErasing, setErasing] = useState(false);
  const canErase = can('users.manage');
  if (!can('customers.export') && !canErase) return null;
  return (
    <Card title="Privacy">
      <div className="grid justify-items-start gap-3 text-sm">
        {can('customers.export') && <ExportData customer={customer} />}
        {canErase && customer.account && (
          <p className="text-ink-muted">
            To erase this person, delete the{' '}
            <Link to={`/admin/users?search=${encodeURIComponent(customer.email)}`} className="text-link">
              user
            </Link>
            .
          </p>
        )}
        {canErase && !customer.account && (
          <>
            <Button variant="outline" onClick={() => setErasing(true)}>
              Erase customer
            </Button>
            <EraseDialog customer={isErasing ? customer : null} onClose={() => setErasing(false)} />
          </>
        )}
      </div>
    </Card>
  );
}

function ExportData({ customer }: { customer: CustomerDetails }) {
  const saving = useMutation({
    // The raw response has dollars rather than cents.
    mutationFn: async () => {
      const input = { params: { id: customer.id } };
      const response = await fetchFile(customerRecordEndpoints.exportCustomerData, input);
      saveJson('customer-data.json', (await response.json()).data.data);
    },
    onError: (error) => notify('error', messageOf(error, 'The export failed. Please try again.')),
  });
  return (
    <>
      <Button variant="outline" loading={saving.isPending} onClick={() => saving.mutate()}>
        <Download className="size-4" aria-hidden="true" />
        Export this person’s data
      </Button>
      <p className="text-ink-muted">
        One file with everything the shop stores about {customer.email}. The audit log records the export.
        {customer.account?.emailVerified === false &&
          ' The email is not verified: make sure who asks before you hand it over.'}
      </p>
    </>
  );
}

type EraseDialogProps = { customer: CustomerDetails | null; onClose: () => void };

function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteDialog
      title="Erase customer"
      item={customer}
      nameOf={({ name, email }) => `${name} (${email})`}
      remove={({ id }) => api.eraseGuest({ params: { id }, body: {} })}
      failedMessage="The customer was not erased. Please try again."
      onDeleted={async () => {
        notify('success', 'Customer erased');
        await navigate('/admin/customers');
        // This page may still be shown, and would load the erased customer again.
        void queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(customer?.id) });
      }}
      onClose={onClose}
    >
      {() => (
        <p>
          Orders keep only items, amounts and dates; an open order keeps its address until it closes. Invoices
          keep the billing name and address, encrypted, for the years set under Settings, Security.
        </p>
      )}
    </DeleteDialog>
  );
}
