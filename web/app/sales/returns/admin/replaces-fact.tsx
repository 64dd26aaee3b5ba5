import type { Order } from '@reprise/contract/sales/orders/order';
import { Link } from 'react-router';
import { Fact } from '../../../ui/fact.tsx';

/** Return whose item an order replaces free of charge. */
export function ReplacesFact({ replaces }: { replaces: NonNullable<Order['replaces']> }) {
  return (
    <Fact className="text-sm" label="Replaces an item of">
      <Link to={`/admin/returns/${replaces.return}`} className="tabular text-link">
        {replaces.return}
      </Link>
    </Fact>
  );
}
