import { type PasswordPolicy, passwordPolicies } from '@reprise/contract/foundations/settings';
import { Link } from 'react-router';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../ui/forms/number-input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { Group, useSetting } from './settings-group.tsx';

const policyLabels: Record<PasswordPolicy, string> = {
  weak: 'Weak (6+ characters)',
  medium: 'Medium (8+ characters, mixed case)',
  strong: 'Strong (12+ characters, mixed case, numbers, symbols)',
};

export function SecurityTab() {
  return (
    <>
      <AdministratorAccounts />
      <ApiAccess />
      <DataRetention />
    </>
  );
}

/** Retention periods of personal data. */
function DataRetention() {
  const setting = useSetting();
  return (
    <Group title="Data retention">
      <WholeNumberInput
        hint="Copies in the mailbox, including messages to the store."
        {...setting('mailKeptDays')}
      />
      <WholeNumberInput hint="Jobs that send email are deleted at once." {...setting('jobKeptDays')} />
      <WholeNumberInput
        hint="In sessions, sign-ins, orders, payments and the audit log. Failed sign-ins are deleted after this time, but never before 30 days."
        {...setting('networkKeptDays')}
      />
      <WholeNumberInput
        hint="After this time, closed guest orders lose their name, address, email and phone, and guest alerts end. Sales figures stay."
        {...setting('guestKeptDays')}
      />
      <WholeNumberInput
        hint="How long invoices keep the billing name and address of an erased customer, encrypted. Ask your tax advisor before you shorten it."
        {...setting('invoiceKeptYears')}
      />
    </Group>
  );
}

function AdministratorAccounts() {
  const setting = useSetting();
  return (
    <Group title="Administrator accounts">
      <Checkbox
        className="sm:col-span-2"
        hint="Administrators sign in with a password and a code from an authenticator app. Anyone without one, including you, is signed out now and sets it up at the next sign-in. An owner can reset it for others in Users."
        {...setting('twoFactorAuth')}
      />
      <WholeNumberInput
        hint="Administrators are signed out after this long without activity. 5 to 1440."
        {...setting('sessionTimeout')}
      />
      <Select
        hint="For new passwords of administrators. Customers need 6 characters."
        {...setting('passwordPolicy')}
      >
        {passwordPolicies.map((policy) => (
          <option key={policy} value={policy}>
            {policyLabels[policy]}
          </option>
        ))}
      </Select>
    </Group>
  );
}

/** Access of other programs. */
function ApiAccess() {
  const setting = useSetting();
  return (
    <Group title="API">
      <p className="text-ink-muted text-sm sm:col-span-2">
        Other programs call the shop with API tokens.{' '}
        <Link to="/admin/settings?tab=tokens" className="text-link">
          Open API tokens
        </Link>
      </p>
      <p className="text-ink-muted text-sm sm:col-span-2">
        The shop tells other programs about orders, stock and devices by webhooks.{' '}
        <Link to="/admin/settings?tab=webhooks" className="text-link">
          Open webhooks
        </Link>
      </p>
      <TextArea
        fieldClassName="sm:col-span-2"
        hint="For a storefront or a program that runs in a browser on another website. Its pages can do what visitors, customers and API tokens can; staff must sign in here. One address per line, such as https://www.example.com."
        rows={2}
        {...setting('apiOrigins')}
      />
    </Group>
  );
}
