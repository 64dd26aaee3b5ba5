import { cents, formatMoney } from '@reprise/contract/money';
import type { CreditReason, Invoice } from '@reprise/contract/sales/orders/invoice';
import { paidWords } from '@reprise/contract/sales/payments/payment-methods';
import { CreditTable, InvoicePaper, InvoiceTable, TotalLine } from './invoice-paper.tsx';
import { longDate } from './long-date.ts';

const reasons: Record<CreditReason, string> = {
  refund: 'Refund',
  cancellation: 'The order was cancelled',
  edit: 'The order was changed; another invoice replaces this one',
  correction: 'A refund failed; another invoice replaces this one',
};

type InvoiceSheetProps = { invoice: Invoice; timeZone: string; onScreen?: boolean };

/** Invoice or credit note with the data of its day. */
export function InvoiceSheet({ invoice, timeZone, onScreen = false }: InvoiceSheetProps) {
  const title = titleOf(invoice);
  const isCredit = invoice.kind === 'credit-note';
  const contents = {
    ...invoice,
    discountCode: invoice.discountCode ?? undefined,
    tax: invoice.orderTax,
  };
  return (
    <InvoicePaper
      title={title}
      label={onScreen ? `${title} ${invoice.number}` : title}
      store={invoice.store}
      to={invoice.recipient}
      isCollected={invoice.shippingMethod === 'pickup'}
      onScreen={onScreen}
      exemption={invoice.exemption}
      facts={<Facts invoice={invoice} timeZone={timeZone} />}
    >
      {isCredit && invoice.amount !== invoice.total ? (
        <CreditTable invoice={invoice} />
      ) : (
        <InvoiceTable contents={contents}>
          {isCredit ? (
            <TotalLine label="Credited" amount={formatMoney(invoice.amount)} strong />
          ) : (
            invoice.amount < invoice.total && (
              <>
                <TotalLine
                  label="Refunded before"
                  amount={formatMoney(cents(invoice.amount - invoice.total))}
                />
                <TotalLine label="Amount of this invoice" amount={formatMoney(invoice.amount)} strong />
                <TotalLine label="Tax in this amount" amount={formatMoney(invoice.tax)} />
              </>
            )
          )}
        </InvoiceTable>
      )}
    </InvoicePaper>
  );
}

/** Returns "Invoice" or "Credit note". */
export const titleOf = ({ kind }: Pick<Invoice, 'kind'>) => (kind === 'invoice' ? 'Invoice' : 'Credit note');

function Facts({ invoice, timeZone }: { invoice: Invoice; timeZone: string }) {
  const { number, issuedAt, orderNumber, orderedAt, credits, creditReason, paymentMethod, isTest } = invoice;
  return (
    <>
      <strong className="font-semibold">{number}</strong>
      <br />
      {longDate(issuedAt, timeZone)}
      <br />
      {credits && `For invoice ${credits}`}
      {credits && <br />}
      Order {orderNumber} of {longDate(orderedAt, timeZone)}
      <br />
      {creditReason ? reasons[creditReason] : paymentMethod === 'card' ? 'Paid' : paidWords[paymentMethod]}
      {isTest && <strong className="block font-semibold">Test payment: no money was taken</strong>}
    </>
  );
}
