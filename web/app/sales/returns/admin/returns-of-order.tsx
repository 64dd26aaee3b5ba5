import type { Order } from '@reprise/contract/sales/orders/order';
import type { Returnable } from '@reprise/contract/sales/returns/return';
import { returnStateLabels } from '@reprise/contract/sales/returns/return-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDate } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { OpenReturnDialog } from './open-return-dialog.tsx';
import { returnTones } from './return-tones.ts';

/** Returns of an order that was sent, and the button that opens one for its customer. */
export function ReturnsOfOrder({ order }: { order: Order }) {
  const found = useQuery({
    queryKey: ['returns', 'of-order', order.id],
    queryFn: ({ signal }) => api.getReturnable({ params: { id: order.id } }, { signal }),
  });
  const loading = <p className="text-ink-muted text-sm">Loading…</p>;
  return (
    <Loaded query={found} failed="The returns could not be loaded" look="inline" loading={loading}>
      {({ returnable }) => <Returns order={order} returnable={returnable} />}
    </Loaded>
  );
}

function Returns({ order, returnable }: { order: Order; returnable: Returnable }) {
  const [isOpening, setOpening] = useState(false);
  const free = returnable.items.filter(({ openReturn }) => openReturn === null);
  return (
    <div className="grid gap-3 text-sm">
      {returnable.returns.length === 0 && <p className="text-ink-muted">Nothing has been asked for.</p>}
      <ul className="grid gap-2">
        {returnable.returns.map(({ id, number, state, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link to={`/admin/returns/${number}`} className="tabular text-link">
              {number}
            </Link>
            <StatusDot tone={returnTones[state]}>{returnStateLabels[state]}</StatusDot>
            <span className="text-ink-muted">{formatDate(createdAt)}</span>
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setOpening(true)}>
            Open a return
          </Button>
        </div>
      )}
      {isOpening && <OpenReturnDialog order={order} items={free} onClose={() => setOpening(false)} />}
    </div>
  );
}
