import { Link } from 'react-router';
import { formatDateTime } from '../../formats.ts';
import { useStoreSettings } from '../settings/store-settings.ts';
import type { PlacedOrder } from './outbox/sent-order.ts';

/** Next steps after a declined payment, whose order stays reserved. */
export function DeclineHelp({ order }: { order: PlacedOrder }) {
  const paypal = useStoreSettings()?.paypalEnabled ?? false;
  return (
    <section aria-label="After the decline" className="rounded-tile border border-line bg-raised p-4 text-sm">
      <p>
        Nothing was charged. Order <strong className="tabular font-semibold">{order.orderNumber}</strong> is
        reserved for you{order.reservedUntil && ` until ${formatDateTime(order.reservedUntil)}`}. You can:
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>check number, expiry and CVV, and pay again,</li>
        <li>use another card{paypal && ' or PayPal'},</li>
        <li>ask your bank; it does not tell the store why it declined,</li>
        <li>
          or{' '}
          <Link to={`/orders/${order.orderNumber}#pay`} className="text-link">
            pay later
          </Link>{' '}
          on the page of your order.
        </li>
      </ul>
    </section>
  );
}
