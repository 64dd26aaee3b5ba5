import { processingDays } from '@reprise/contract/sales/orders/delivery';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { DeviceSettings } from '../../features/settings/admin/device-settings.tsx';
import { MailServerCard } from '../../foundations/notifications/admin/mail-server-card.tsx';
import type { SettingsValues } from '../../foundations/settings/admin/settings-values.ts';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { MaintenanceCard } from '../../operations/maintenance/admin/maintenance-card.tsx';
import { NewsletterCard } from '../../people/newsletter/admin/newsletter-card.tsx';
import { CardProcessor } from '../../sales/payments/admin/card-processor.tsx';
import { PaymentReconciliation } from '../../sales/payments/admin/payment-reconciliation.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { MoneyInput, RateInput, WholeNumberInput } from '../../ui/forms/number-input.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';

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
        <TimeZoneInput {...setting('timeZone')} />
      </Group>
      <Group title="Warranty, returns and support">
        <WholeNumberInput
          label="Warranty (days)"
          hint="Shown in the store. A product keeps the warranty it was added with."
          {...setting('warrantyDays')}
        />
        <WholeNumberInput label="Returns (days)" hint="Shown in the store." {...setting('returnDays')} />
        <TextInput label="Support hours" hint="Shown as written." {...setting('supportHours')} />
      </Group>
      <Group title="Maintenance">
        <MaintenanceCard />
      </Group>
      <Group title="Product feeds">
        <p className="text-ink-muted text-sm sm:col-span-2">
          Show your products on Google, Meta and Bing.{' '}
          <Link to="/admin/settings?tab=feeds" className="text-link">
            Open product feeds
          </Link>
        </p>
      </Group>
      <Group title="Backups">
        <p className="text-ink-muted text-sm sm:col-span-2">
          Back up the whole shop into one encrypted file.{' '}
          <Link to="/admin/settings?tab=backups" className="text-link">
            Open backups
          </Link>
        </p>
      </Group>
    </>
  );
}

/** Every time zone by its name, found by typing a part of it. */
function TimeZoneInput(props: ReturnType<ReturnType<typeof useSetting>>) {
  const list = useId();
  const ofBrowser = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <TextInput
        label="Time Zone"
        required
        list={list}
        spellCheck={false}
        hint={`Days of lists, figures and exports begin at midnight here. This browser is in ${ofBrowser}.`}
        {...props}
      />
      <datalist id={list}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
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
          hint="The largest savings in stock, eight devices at most, on Thursdays from 15:00 UTC, to customers who opted in when they registered or in their profile. They need the store address. When off, the option is hidden and nothing is sent."
          {...setting('marketingEmails')}
        />
        <NewsletterCard />
        <p className="text-ink-muted text-sm sm:col-span-2">
          Begin each email with a few words of your own.{' '}
          <Link to="/admin/settings?tab=introductions" className="text-link">
            Write introductions
          </Link>
        </p>
      </Group>
      <Group title="Emails to the store">
        <Checkbox
          className="sm:col-span-2"
          label="Low Stock Alerts"
          hint="An email to the store's address when an order leaves fewer than 5 of a product."
          {...setting('lowStockAlerts')}
        />
        <Checkbox
          className="sm:col-span-2"
          label="New Orders"
          hint="An email to the store's address when an order is paid, with its items and without the customer's data."
          {...setting('newOrderAlerts')}
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
  const hasPage = Boolean(useStoreSettings()?.paymentPage);
  return (
    <>
      <Group title="Cards, PayPal and Klarna">
        <div className="sm:col-span-2">
          <CardProcessor />
        </div>
        {!hasPage && (
          <>
            <Checkbox
              className="sm:col-span-2"
              label="PayPal"
              hint="In addition to cards, through Stripe. Turn PayPal on in Stripe's dashboard first, under Settings, Payment methods; the shop checks this before it saves. Without keys, the test processor simulates it."
              {...setting('paypalEnabled')}
            />
            <Checkbox
              className="sm:col-span-2"
              label="Klarna"
              hint="Customers pay later or in parts, and Klarna pays the store. Turn it on in Stripe's dashboard first; the shop checks this too."
              {...setting('klarnaEnabled')}
            />
          </>
        )}
      </Group>
      <PaymentReconciliation />
      <Group title="Unpaid orders">
        <WholeNumberInput
          label="Checkout reservation (minutes)"
          hint="An order that is not paid by then is cancelled and its items return to stock."
          {...setting('reservationMinutes')}
        />
        <WholeNumberInput
          label="Staff reservation (days)"
          hint="For orders that staff place, extend or reopen."
          {...setting('staffReservationDays')}
        />
        <WholeNumberInput
          label="Payment hold (minutes)"
          hint="Minimum time to finish a payment once it has started, even if the reservation would end sooner."
          {...setting('holdMinutes')}
        />
      </Group>
      <Group title="Refunds">
        <MoneyInput
          label="Refund limit"
          hint="Above this amount, staff confirm their identity, and refunds of cancelled orders need approval. 0 means every refund."
          {...setting('refundLimit')}
        />
      </Group>
      <TaxSettings />
      <Group title="Invoices">
        <TextInput
          label="Tax ID"
          hint="Shown on invoices and credit notes from now on."
          {...setting('taxId')}
        />
        <TextInput
          label="Invoice prefix"
          spellCheck={false}
          hint="Before the number of each invoice and credit note. Another prefix begins another series."
          {...setting('invoicePrefix')}
        />
        <WholeNumberInput
          label="First invoice number"
          hint="Number that a new prefix begins with. A series that has begun counts on without gaps."
          {...setting('invoiceFirstNumber')}
        />
      </Group>
    </>
  );
}

function TaxSettings() {
  const setting = useSetting();
  return (
    <Group title="Tax">
      <RateInput
        label="Tax (%)"
        hint="On the subtotal of every order, such as 8.875. Orders keep the rate they were placed with."
        {...setting('taxBasisPoints')}
      />
      <Checkbox
        className="sm:col-span-2"
        label="Prices include tax"
        hint="As in the United Kingdom: the tax is a part of prices and shipping, and shown below the total. Otherwise it is added to the subtotal. Orders that were placed before keep what they were placed with."
        {...setting('pricesIncludeTax')}
      />
      <TextArea
        label="Tax of countries and states"
        rows={4}
        spellCheck={false}
        fieldClassName="sm:col-span-2"
        placeholder={'United States, California: 7.25\nUnited Kingdom: 20'}
        hint="One a line. The tax above applies everywhere else; set it to 0 if you tax only these."
        {...setting('taxRates')}
      />
      <Checkbox
        className="sm:col-span-2"
        label="Ask Stripe Tax for the rate of each address"
        hint="At the checkout, with the keys above. Register in Stripe's dashboard where you collect tax; elsewhere it is 0. The rates above count without keys, without an answer, and for orders that staff place."
        {...setting('taxByAddress')}
      />
    </Group>
  );
}

export function ShippingTab() {
  const setting = useSetting();
  return (
    <>
      <Group title="Rates and days">
        <MoneyInput
          label="Free Shipping Threshold"
          hint="Orders above it ship free; one of exactly this amount does not."
          fieldClassName="sm:col-span-2"
          {...setting('freeShippingThreshold')}
        />
        <MoneyInput label="Standard Shipping Rate" {...setting('standardShippingRate')} />
        <MoneyInput label="Express Shipping Rate" {...setting('expressShippingRate')} />
        <WholeNumberInput
          label="Standard Delivery From (business days)"
          hint={`After processing, which takes ${processingDays}. Weekends do not count.`}
          {...setting('standardDaysFrom')}
        />
        <WholeNumberInput
          label="Standard Delivery To (business days)"
          hint="The delivery estimate ends this many business days after the longest processing time."
          {...setting('standardDaysTo')}
        />
        <WholeNumberInput label="Express Delivery (business days)" {...setting('expressDays')} />
      </Group>
      <Group title="Carriers">
        <p className="text-sm sm:col-span-2">
          <Link to="/admin/settings?tab=carrier" className="text-link">
            Buy shipping labels
          </Link>{' '}
          while you pack, and follow the parcels.
        </p>
        <Checkbox
          className="sm:col-span-2"
          label="Charge the rates of carriers"
          hint="The checkout asks the account above what a parcel costs. The rates above count where it has none or the carriers do not answer, and free shipping stays as it is."
          {...setting('carrierRates')}
        />
      </Group>
      <DeviceSettings />
    </>
  );
}
