import { methodNames, offeredMethods } from '@reprise/contract/sales/payments/payment-methods';
import { Link } from 'react-router';
import { formatDateTime } from '../../formats.ts';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';

type DeclineHelpProps = {
  order: { orderNumber: string; reservedUntil?: string | null };
  /** True on the page of the order, which needs no link to itself. */
  onOrderPage?: boolean;
};

/** Next steps after a declined payment, whose order stays reserved. */
export function DeclineHelp({ order, onOrderPage = false }: DeclineHelpProps) {
  const settings = useStoreSettings();
  const others = settings ? offeredMethods(settings).map((method) => ` or ${methodNames[method]}`) : [];
  return (
    <section aria-label="After the decline" className="rounded-tile border border-line bg-raised p-4 text-sm">
      <p>
        Nothing was charged. Order <strong className="tabular font-semibold">{order.orderNumber}</strong> is
        reserved for you{order.reservedUntil && ` until ${formatDateTime(order.reservedUntil)}`}. You can:
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>Check the card number, expiry date and CVV, and pay again.</li>
        <li>Use another card{others}.</li>
        <li>Call your bank. It does not tell stores why it declined a payment.</li>
        <li>
          {onOrderPage ? (
            'Come back to this page and pay later.'
          ) : (
            <>
              <Link to={`/orders/${order.orderNumber}#pay`} className="text-link">
                Pay later
              </Link>{' '}
              on the order page.
            </>
          )}
        </li>
      </ul>
    </section>
  );
}
