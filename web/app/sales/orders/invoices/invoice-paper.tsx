import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { businessLinesOf } from '@reprise/contract/sales/orders/billing';
import type { Invoice, TaxPart } from '@reprise/contract/sales/orders/invoice';
import type { InvoiceAddress } from '@reprise/contract/sales/orders/order';
import { percentOfBasisPoints } from '@reprise/contract/sales/orders/pricing';
import { pickupLabel, shippingLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { Fragment, type ReactNode } from 'react';
import { addressLinesOf } from '../../../forms/address/address-lines.tsx';
import { StoreLogo } from '../../../foundations/settings/store-logo.tsx';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { brandedName } from '../branded-name.ts';
import { discountLabel } from '../discount-label.ts';
import { taxLines } from '../tax-label.ts';

type InvoicePaperProps = {
  title: 'Invoice' | 'Credit note';
  /** Accessible name. */
  label: string;
  store: Invoice['store'];
  /** Lines below the title. */
  facts: ReactNode;
  /** Null for an erased recipient. */
  to: (InvoiceAddress & { email?: string }) | null;
  /** True if the order is collected: without a billing address, its address is the counter's. */
  isCollected: boolean;
  /** False for a sheet that is only printed. */
  onScreen: boolean;
  /** Words about a document without tax. */
  exemption?: string | undefined;
  /** Tables of the sheet. */
  children: ReactNode;
};

/** Sheet of an invoice or credit note with its sender and recipient. */
export function InvoicePaper(props: InvoicePaperProps) {
  const { title, label, store, facts, to, isCollected, onScreen, exemption, children } = props;
  const { logo, darkMode } = useStoreSettings() ?? {};
  const isAtCounter = isCollected && !to?.isShippedElsewhere;
  return (
    <article className={onScreen ? 'text-sm' : 'hidden text-sm print:block'} aria-label={label}>
      <header className="flex flex-col items-start justify-between gap-6 sm:flex-row print:flex-row">
        <p className="min-w-0">
          {logo && (
            <span className="mb-3 block">
              <StoreLogo logo={logo} name="" scheme={onScreen && darkMode ? 'dark' : 'light'} />
            </span>
          )}
          <strong className="text-lg">{store.name}</strong>
          <Lines lines={[store.address, store.email, store.phone, store.taxId && `Tax ID ${store.taxId}`]} />
        </p>
        <div className="min-w-40 sm:text-right print:text-right">
          <h1 className="text-2xl">{title}</h1>
          <p className="tabular mt-1">{facts}</p>
        </div>
      </header>
      <address className="mt-10 not-italic">
        <span className="caption block">
          {to?.isShippedElsewhere || isCollected ? 'Sold to' : 'Sold and shipped to'}
        </span>
        {to === null ? (
          'Erased customer'
        ) : (
          <Lines lines={isAtCounter ? personLines(to) : addressLines(to)} isFirst />
        )}
        {to && isAtCounter && (
          <>
            <span className="caption mt-4 block">{pickupLabel}</span>
            <Lines lines={addressLinesOf(to)} isFirst />
          </>
        )}
      </address>
      {children}
      {exemption && <p className="mt-6">{exemption}</p>}
    </article>
  );
}

/** Lines of text, without blank ones. */
function Lines({ lines, isFirst = false }: { lines: (string | undefined)[]; isFirst?: boolean }) {
  return lines
    .filter((line) => line !== undefined && line !== '')
    .map((line, index) => (
      <Fragment key={line}>
        {(index > 0 || !isFirst) && <br />}
        {line}
      </Fragment>
    ));
}

const personLines = ({ name, email, company, vatNumber }: Recipient) => [
  name,
  ...businessLinesOf({ company, vatNumber }),
  email,
];

function addressLines({ name, email, company, vatNumber, ...address }: Recipient) {
  return [name, ...businessLinesOf({ company, vatNumber }), ...addressLinesOf(address), email];
}

type Recipient = InvoiceAddress & { email?: string };

/** Products and totals of an order, in the shape that orders and invoices share. */
export type Contents = Pick<
  Invoice,
  'subtotal' | 'discount' | 'shipping' | 'shippingMethod' | 'total' | 'lines'
> & {
  discountCode?: string | undefined;
  tax: Cents;
  taxBasisPoints: number | null;
  taxIncluded?: true | undefined;
  orderTaxes?: TaxPart[] | undefined;
};

/** Table of an order's products with their totals; `children` are further lines below the total. */
export function InvoiceTable({ contents, children }: { contents: Contents; children?: ReactNode }) {
  const { subtotal, discount, shipping, shippingMethod, taxIncluded, total } = contents;
  const taxes = taxLines(contents).map(({ label, amount }) => (
    <TotalLine key={label} label={label} amount={formatMoney(amount)} />
  ));
  const hasRates = taxes.length > 1;
  return (
    <Table head={['Item', 'Quantity', 'Price', 'Amount']}>
      <tbody>
        {contents.lines.map((line) => (
          <tr key={line.sku} className="tabular break-inside-avoid border-line border-b">
            <td className="wrap-anywhere py-2 pr-4">
              {brandedName(line)}
              <span className="block text-ink-muted">
                {conditionLabels[line.condition]}, SKU {line.sku}
                {hasRates && line.taxBasisPoints !== undefined && (
                  <>, tax {percentOfBasisPoints(line.taxBasisPoints)}%</>
                )}
              </span>
            </td>
            <td className="whitespace-nowrap py-2 pl-3 text-right">{line.quantity}</td>
            <td className="whitespace-nowrap py-2 pl-3 text-right">{formatMoney(line.price)}</td>
            <td className="whitespace-nowrap py-2 pl-3 text-right">{formatMoney(line.lineTotal)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="tabular text-right">
        <TotalLine label="Subtotal" amount={formatMoney(subtotal)} />
        {discount > 0 && <TotalLine label={discountLabel(contents)} amount={formatMoney(cents(-discount))} />}
        <TotalLine
          label={shippingLabelOf(shippingMethod)}
          amount={shipping === 0 ? 'Free' : formatMoney(shipping)}
        />
        {!taxIncluded && taxes}
        <TotalLine label="Total" amount={formatMoney(total)} strong />
        {taxIncluded && taxes}
        {children}
      </tfoot>
    </Table>
  );
}

/** Table of a credit note that credits a part of its invoice. */
export function CreditTable({ invoice }: { invoice: Invoice }) {
  const { creditedItems, amount, tax } = invoice;
  const net = cents(amount - tax);
  const items = creditedItems.map(({ name, quantity }) => ({ label: name, quantity: String(quantity) }));
  const lines = items.length > 0 ? items : [{ label: `Part of invoice ${invoice.credits}`, quantity: '' }];
  return (
    <Table head={['Credited', 'Quantity', '', 'Amount']}>
      <tbody>
        {lines.map(({ label, quantity }) => (
          <tr key={label} className="tabular border-line border-b">
            <td className="wrap-anywhere py-2 pr-4">{label}</td>
            <td className="whitespace-nowrap py-2 pl-3 text-right">{quantity}</td>
            <td />
            <td className="whitespace-nowrap py-2 pl-3 text-right">
              {lines.length === 1 && formatMoney(net)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot className="tabular text-right">
        <TotalLine label="Without tax" amount={formatMoney(net)} />
        {taxLines({ tax, taxBasisPoints: invoice.taxBasisPoints, orderTaxes: invoice.taxes }).map((line) => (
          <TotalLine key={line.label} label={line.label} amount={formatMoney(line.amount)} />
        ))}
        <TotalLine label="Credited" amount={formatMoney(amount)} strong />
      </tfoot>
    </Table>
  );
}

function Table({ head, children }: { head: [string, string, string, string]; children: ReactNode }) {
  const [first, ...others] = head;
  return (
    <table className="mt-10 w-full border-collapse text-left">
      <thead>
        <tr className="border-ink border-b">
          <th className="py-2 font-semibold">{first}</th>
          {others.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <th key={index} className="whitespace-nowrap py-2 pl-3 text-right font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

type TotalLineProps = { label: string; amount: string; strong?: boolean };

export function TotalLine({ label, amount, strong = false }: TotalLineProps) {
  return (
    <tr className={strong ? 'border-ink border-t font-semibold' : undefined}>
      <th
        colSpan={3}
        className={`wrap-anywhere text-right ${strong ? 'py-2' : 'py-1 font-normal'}`}
        scope="row"
      >
        {label}
      </th>
      <td className={strong ? 'whitespace-nowrap py-2 pl-3' : 'whitespace-nowrap py-1 pl-3'}>{amount}</td>
    </tr>
  );
}
