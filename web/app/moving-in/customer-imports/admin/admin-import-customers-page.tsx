import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { CheckedUpload } from '../../../admin-ui/checked-upload.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { buttonClass } from '../../../ui/button.tsx';

export const meta = () => adminMeta('Import customers');

export default function AdminImportCustomersPage() {
  return (
    <>
      <ScreenHeader title="Import customers">
        <Link to="/admin/users" className={buttonClass({ variant: 'outline' })}>
          Users
        </Link>
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Customers of your previous shop get accounts without a password. No mail is sent: they choose a
        password with “Forgot password”, which also confirms their email.
      </p>
      <CheckedUpload
        path="/customer-imports"
        kind="a customer export"
        entry={{ one: 'customer', many: 'customers' }}
        queryKey="users"
      >
        <ul className="grid list-disc gap-2 pl-5 text-sm marker:text-ink-faint">
          <li>
            <strong className="font-medium">Shopify</strong>: Customers, Export, Plain CSV file. Names,
            phones, tags, and addresses that are complete and in a country you ship to.
          </li>
          <li>
            <strong className="font-medium">WooCommerce</strong>: Analytics, Customers, Download, in English.
            Names, phones and the day they signed up; guests are left out.
          </li>
          <li>Accounts that exist here stay as they are. Sent again, a file adds nothing twice.</li>
          <li>Passwords, notes and consent to mails cannot be taken over.</li>
        </ul>
        <p className="mt-3 text-ink-muted text-sm">
          Import{' '}
          <Link to="/admin/past-orders" className="text-link">
            past orders
          </Link>{' '}
          first: customers then count from their first order.
        </p>
      </CheckedUpload>
    </>
  );
}
