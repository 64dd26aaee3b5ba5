import { type PasswordPolicy, passwordPolicies } from '@reprise/contract/settings';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { NewsletterCard } from '../../newsletter/admin/newsletter-card.tsx';
import { MailServerCard } from '../../notifications/admin/mail-server-card.tsx';
import { CardProcessor } from '../../payments/admin/card-processor.tsx';
import { PaymentReconciliation } from '../../payments/admin/payment-reconciliation.tsx';
import type { SettingsValues } from './settings-values.ts';

/** Returns the registration and error of a field. */
export function useSetting() {
  const { register, formState } = useFormContext<SettingsValues>();
  return (name: keyof SettingsValues) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  });
}

/** Group of fields with a title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-b py-5 first:pt-0 last:border-b-0">
      <h2 className="mb-3 font-semibold text-base">{title}</h2>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </section>
  );
}

const integer = { type: 'number', step: '1', min: '0', inputMode: 'numeric' } as const;
const dollars = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal' } as const;

export function GeneralTab() {
  const setting = useSetting();
  return (
    <>
      <Group title="Store">
        <TextInput label="Store Name" required {...setting('storeName')} />
        <TextInput label="Store Description" {...setting('storeDescription')} />
        <TextInput label="Store Email" type="email" required {...setting('storeEmail')} />
        <TextInput label="Store Phone" type="tel" {...setting('storePhone')} />
        <TextInput label="Store Address" fieldClassName="sm:col-span-2" {...setting('storeAddress')} />
      </Group>
      <Group title="Warranty, returns and support">
        <TextInput
          label="Warranty (days)"
          hint="Shown in the store. A product keeps the warranty it was added with."
          {...integer}
          {...setting('warrantyDays')}
        />
        <TextInput
          label="Returns (days)"
          hint="Shown in the store."
          {...integer}
          {...setting('returnDays')}
        />
        <TextInput label="Support hours" hint="Shown as written." {...setting('supportHours')} />
      </Group>
    </>
  );
}

export function EmailTab() {
  const setting = useSetting();
  return (
    <>
      <Group title="Emails to customers">
        <Checkbox
          className="sm:col-span-2"
          label="Email Notifications"
          hint="Emails about orders: placed, shipped, delivered, cancelled. Account emails are always sent."
          {...setting('emailNotifications')}
        />
        <Checkbox
          className="sm:col-span-2"
          label="Order Confirmations"
          hint="The email for a new order."
          {...setting('orderConfirmations')}
        />
        <Checkbox
          className="sm:col-span-2"
          label="Marketing Emails"
          hint="The largest savings in stock, eight devices at most, on Thursdays from 15:00 UTC, to customers who opted in when they registered or in their profile. When off, the option is hidden and nothing is sent."
          {...setting('marketingEmails')}
        />
        <NewsletterCard />
      </Group>
      <Group title="Emails to the store">
        <Checkbox
          className="sm:col-span-2"
          label="Low Stock Alerts"
          hint="An email to the store's address when an order leaves fewer than 5 of a product."
          {...setting('lowStockAlerts')}
        />
      </Group>
      <Group title="Delivery">
        <MailServerCard />
      </Group>
    </>
  );
}

export function PaymentTab() {
  const setting = useSetting();
  return (
    <>
      <Group title="Cards and PayPal">
        <div className="sm:col-span-2">
          <CardProcessor />
        </div>
        <Checkbox
          className="sm:col-span-2"
          label="PayPal"
          hint="In addition to cards, through Stripe. Turn PayPal on in Stripe's dashboard first, under Settings, Payment methods; the shop checks this before it saves. Without keys, the test processor simulates it."
          {...setting('paypalEnabled')}
        />
      </Group>
      <PaymentReconciliation />
      <Group title="Unpaid orders">
        <TextInput
          label="Checkout reservation (minutes)"
          hint="An order that is not paid by then is cancelled and its items return to stock."
          {...integer}
          {...setting('reservationMinutes')}
        />
        <TextInput
          label="Staff reservation (days)"
          hint="For orders that staff place, extend or reopen."
          {...integer}
          {...setting('staffReservationDays')}
        />
        <TextInput
          label="Payment hold (minutes)"
          hint="Minimum time to finish a payment once it has started, even if the reservation would end sooner."
          {...integer}
          {...setting('holdMinutes')}
        />
      </Group>
      <Group title="Refunds">
        <TextInput
          label="Refund limit (dollars)"
          hint="Above this amount, staff confirm their identity, and refunds of cancelled orders need approval. 0 means every refund."
          {...dollars}
          {...setting('refundLimit')}
        />
      </Group>
      <Group title="Tax">
        <TextInput
          label="Tax (%)"
          hint="On the subtotal of every order."
          {...dollars}
          {...setting('taxPercent')}
        />
      </Group>
    </>
  );
}

export function ShippingTab() {
  const setting = useSetting();
  return (
    <Group title="Rates in dollars, and days">
      <TextInput
        label="Free Shipping Threshold"
        hint="Orders above it ship free; one of exactly this amount does not."
        fieldClassName="sm:col-span-2"
        {...dollars}
        {...setting('freeShippingThreshold')}
      />
      <TextInput label="Standard Shipping Rate" {...dollars} {...setting('standardShippingRate')} />
      <TextInput label="Express Shipping Rate" {...dollars} {...setting('expressShippingRate')} />
      <TextInput
        label="Standard Delivery From (business days)"
        hint="After processing. The delivery estimate starts this many calendar days after the order."
        {...integer}
        {...setting('standardDaysFrom')}
      />
      <TextInput
        label="Standard Delivery To (business days)"
        hint="The delivery estimate ends this many business days after the longest processing time."
        {...integer}
        {...setting('standardDaysTo')}
      />
      <TextInput label="Express Delivery (business days)" {...integer} {...setting('expressDays')} />
    </Group>
  );
}

const policyLabels: Record<PasswordPolicy, string> = {
  weak: 'Weak (6+ characters)',
  medium: 'Medium (8+ characters, mixed case)',
  strong: 'Strong (12+ characters, mixed case, numbers, symbols)',
};

export function SecurityTab() {
  return (
    <>
      <AdministratorAccounts />
      <DataRetention />
    </>
  );
}

/** Retention periods of personal data. */
function DataRetention() {
  const setting = useSetting();
  return (
    <Group title="Data retention">
      <TextInput
        label="Emails (days)"
        hint="Copies in the mailbox, including messages to the store."
        {...integer}
        {...setting('mailKeptDays')}
      />
      <TextInput
        label="Finished jobs (days)"
        hint="Jobs that send email are deleted at once."
        {...integer}
        {...setting('jobKeptDays')}
      />
      <TextInput
        label="IP addresses (days)"
        hint="In sessions, sign-ins, orders, payments and the audit log. Failed sign-ins are deleted after this time, but never before 30 days."
        {...integer}
        {...setting('networkKeptDays')}
      />
      <TextInput
        label="Guests (days)"
        hint="After this time, closed guest orders lose their name, address, email and phone, and guest alerts end. Sales figures stay."
        {...integer}
        {...setting('guestKeptDays')}
      />
      <TextInput
        label="Invoices (years)"
        hint="How long invoices keep the billing name and address of an erased customer, encrypted. Ask your tax advisor before you shorten it."
        {...integer}
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
        label="Two-Factor Authentication"
        hint="Administrators sign in with a password and a code from an authenticator app. Anyone without one, including you, is signed out now and sets it up at the next sign-in. An owner can reset it for others in Users."
        {...setting('twoFactorAuth')}
      />
      <TextInput
        label="Session Timeout (minutes)"
        hint="Administrators are signed out after this long without activity. 5 to 1440."
        {...integer}
        {...setting('sessionTimeout')}
      />
      <Select
        label="Password Policy"
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
