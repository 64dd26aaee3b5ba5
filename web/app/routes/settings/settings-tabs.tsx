import { formatNumber } from '@reprise/contract/formats';
import { processingDays } from '@reprise/contract/sales/orders/delivery';
import { browserTimeZone } from '@reprise/contract/time-zone';
import { useId } from 'react';
import { Link } from 'react-router';
import { MailServerCard } from '../../foundations/notifications/admin/mail-server-card.tsx';
import { CountriesInput } from '../../foundations/settings/admin/countries-input.tsx';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { MaintenanceCard } from '../../operations/maintenance/admin/maintenance-card.tsx';
import { NewsletterCard } from '../../people/newsletter/admin/newsletter-card.tsx';
import { CardProcessor } from '../../sales/payments/admin/card-processor.tsx';
import { PaymentReconciliation } from '../../sales/payments/admin/payment-reconciliation.tsx';
import { TestModeSwitch } from '../../sales/payments/admin/test-mode.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { MoneyInput, RateInput, WholeNumberInput } from '../../ui/forms/number-input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { FormatSettings } from './format-settings.tsx';
import { Group, useSetting } from './settings-group.tsx';
import { StoreCountry } from './store-country.tsx';
import { TaxRateFaults } from './tax-rate-faults.tsx';

export function GeneralTab() {
  const setting = useSetting();
  return (
    <>
      <Group title="Store">
        <TextInput required {...setting('storeName')} />
        <TextInput {...setting('storeDescription')} />
        <TextInput type="email" required {...setting('storeEmail')} />
        <TextInput type="tel" {...setting('storePhone')} />
        <TextInput fieldClassName="sm:col-span-2" {...setting('storeAddress')} />
        <TimeZoneInput {...setting('timeZone')} />
        <StoreCountry />
        <CurrencySelect {...setting('currency')} />
      </Group>
      <FormatSettings />
      <Group title="Warranty, returns and support">
        <WholeNumberInput
          hint="Shown in the store. A product keeps the warranty it was added with."
          {...setting('warrantyDays')}
        />
        <WholeNumberInput hint="Shown in the store." {...setting('returnDays')} />
        <TextInput hint="Shown as written." {...setting('supportHours')} />
      </Group>
      <Group title="Maintenance">
        <MaintenanceCard />
      </Group>
    </>
  );
}

/** Every time zone by its name, found by typing a part of it. */
function TimeZoneInput(props: ReturnType<ReturnType<typeof useSetting>>) {
  const list = useId();
  const ofBrowser = browserTimeZone();
  return (
    <>
      <TextInput
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
          hint="Emails about orders: placed, shipped, delivered, cancelled. Account emails are always sent."
          {...setting('emailNotifications')}
        />
        <Checkbox
          className="sm:col-span-2"
          hint="The email for a new order."
          {...setting('orderConfirmations')}
        />
        <Checkbox
          className="sm:col-span-2"
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
          hint="An email to the store's address when an order leaves fewer than 5 of a product."
          {...setting('lowStockAlerts')}
        />
        <Checkbox
          className="sm:col-span-2"
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
  const hasPagesOnly = useStoreSettings()?.paymentProcessor === 'adapter';
  return (
    <>
      <Group title="Cards, PayPal and Klarna">
        <div className="grid gap-3 sm:col-span-2">
          <CardProcessor />
          <TestModeSwitch />
        </div>
        {!hasPagesOnly && (
          <>
            <Checkbox
              className="sm:col-span-2"
              hint="In addition to cards, through Stripe. Turn PayPal on in Stripe's dashboard first, under Settings, Payment methods; the shop checks this before it saves. Without keys, the test processor simulates it."
              {...setting('paypalEnabled')}
            />
            <Checkbox
              className="sm:col-span-2"
              hint="Customers pay later or in parts, and Klarna pays the store. Turn it on in Stripe's dashboard first; the shop checks this too."
              {...setting('klarnaEnabled')}
            />
          </>
        )}
      </Group>
      <PaymentReconciliation />
      <Group title="Unpaid orders">
        <WholeNumberInput
          hint="An order that is not paid by then is cancelled and its items return to stock."
          {...setting('reservationMinutes')}
        />
        <WholeNumberInput
          hint="For orders that staff place, extend or reopen."
          {...setting('staffReservationDays')}
        />
        <WholeNumberInput
          hint="Minimum time to finish a payment once it has started, even if the reservation would end sooner."
          {...setting('holdMinutes')}
        />
      </Group>
      <Group title="Refunds">
        <MoneyInput
          hint="Above this amount, staff confirm their identity, and refunds of cancelled orders need approval. 0 means every refund."
          {...setting('refundLimit')}
        />
      </Group>
      <TaxSettings />
      <Group title="Businesses in the European Union">
        <Checkbox
          className="sm:col-span-2"
          hint="For goods that go to another EU country than yours, with a VAT number of another one. Prices that include tax lose it. Each such order waits until staff have checked the number. Your country is that of the VAT number below. Ask a tax adviser first."
          {...setting('exemptBusinesses')}
        />
        <TextInput
          fieldClassName="sm:col-span-2"
          hint="On their invoices and credit notes, beside both VAT numbers."
          {...setting('exemptionText')}
        />
      </Group>
      <Group title="Invoices">
        <TextInput hint="Shown on invoices and credit notes from now on." {...setting('taxId')} />
        <TextInput
          spellCheck={false}
          hint="Before the number of each invoice and credit note. Another prefix begins another series."
          {...setting('invoicePrefix')}
        />
        <WholeNumberInput
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
        hint={`On the subtotal of every order, such as ${formatNumber(8.875)}. Orders keep the rate they were placed with.`}
        {...setting('taxBasisPoints')}
      />
      <Checkbox
        className="sm:col-span-2"
        hint="As in the United Kingdom: the tax is a part of prices and shipping, and shown below the total. Otherwise it is added to the subtotal. Orders that were placed before keep what they were placed with."
        {...setting('pricesIncludeTax')}
      />
      <TextInput
        fieldClassName="sm:col-span-2"
        placeholder="incl. VAT, plus shipping"
        hint="On product pages, lists, cart and checkout. Blank: “Prices include tax” if they do. Shipping zones have words of their own. Ask a tax adviser which words a country requires."
        {...setting('priceNote')}
      />
      <TextArea
        rows={4}
        spellCheck={false}
        fieldClassName="sm:col-span-2"
        placeholder={`United States, California: ${formatNumber(7.25)}\nUnited Kingdom: 20`}
        hint={`One per line, by name or by code, such as US-CA: ${formatNumber(7.25)}. The tax above applies everywhere else; set it to 0 if you tax only these. A reduced rate is “Germany (reduced): 7”, a later one “Germany: 20 from 2027-01-01”.`}
        {...setting('taxRates')}
      />
      <TaxRateFaults />
      <Select
        options={{
          automatic: 'If prices include tax',
          taxed: 'Always, at the highest rate of the items',
          untaxed: 'Never',
        }}
        {...setting('shippingTax')}
      />
      <Checkbox
        className="sm:col-span-2"
        hint="A refund for goodwill lowers your tax as one of goods does. Otherwise its credit note has no tax."
        {...setting('goodwillTaxed')}
      />
      <Checkbox
        className="sm:col-span-2"
        hint="At the checkout, with the keys above. Register in Stripe's dashboard where you collect tax; elsewhere it is 0. The rates above count without keys, without an answer, and for orders that staff place."
        {...setting('taxByAddress')}
      />
    </Group>
  );
}

export function ShippingTab() {
  const setting = useSetting();
  const { label, error } = setting('shipTo');
  return (
    <>
      <Group title="Countries">
        <CountriesInput name="shipTo" label={label} error={error} />
        <p className="text-sm sm:col-span-2">
          Countries of{' '}
          <Link to="/admin/settings?tab=zones" className="text-link">
            shipping zones
          </Link>{' '}
          have rates and days of their own, all others those below.
        </p>
      </Group>
      <Group title="Rates and days">
        <MoneyInput
          hint="Orders above it ship free; one of exactly this amount does not."
          fieldClassName="sm:col-span-2"
          {...setting('freeShippingThreshold')}
        />
        <MoneyInput {...setting('standardShippingRate')} />
        <MoneyInput {...setting('expressShippingRate')} />
        <WholeNumberInput
          hint={`After processing, which takes ${processingDays}. Weekends do not count.`}
          {...setting('standardDaysFrom')}
        />
        <WholeNumberInput
          hint="The delivery estimate ends this many business days after the longest processing time."
          {...setting('standardDaysTo')}
        />
        <WholeNumberInput {...setting('expressDays')} />
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
          hint="The checkout asks the account above what a parcel costs. The rates above count where it has none or the carriers do not answer, and free shipping stays as it is."
          {...setting('carrierRates')}
        />
      </Group>
    </>
  );
}
