import type { Order } from '@reprise/contract/sales/orders/order';
import { Link } from 'react-router';
import { returnHref } from './return-access.ts';

type ReplacesProps = {
  order: Pick<Order, 'orderNumber'>;
  accessToken: string | null;
  replaces: NonNullable<Order['replaces']>;
};

/** Says which item an order replaces free of charge, and leads to its return. */
export function Replaces({ order, accessToken, replaces }: ReplacesProps) {
  return (
    <p className="rounded-tile bg-primary-tint p-4 text-sm">
      This replaces an item of{' '}
      <Link to={returnHref(order.orderNumber, accessToken, replaces.return)} className="text-link">
        return <span className="tabular">{replaces.return}</span>
      </Link>{' '}
      (order <span className="tabular">{replaces.order}</span>), free of charge. Its warranty and the days to
      return it are those of that order.
    </p>
  );
}
