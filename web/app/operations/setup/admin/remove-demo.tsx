import type { DemoObstacle } from '@reprise/contract/operations/setup';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

/** Offers to remove the demo, or names what is in the way; nothing in a store without the demo. */
export function RemoveDemo() {
  const { data } = useQuery({
    queryKey: ['setup', 'demo'],
    queryFn: ({ signal }) => api.getDemo({}, { signal }),
    select: ({ demo }) => demo,
  });
  if (!data) return null;
  return (
    <Card title="Start without the demo" className="mb-3">
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="max-w-text text-ink-muted">
          This store has the products, orders, customers and devices of the demo. Remove them all at once to
          sell your own products, in the currency of your country.
        </p>
        {data.obstacles.length > 0 ? <Obstacles obstacles={data.obstacles} /> : <RemoveButton />}
      </div>
    </Card>
  );
}

const words: Record<DemoObstacle['kind'], [one: string, many: string]> = {
  payment: ['Real payments', 'Real payments'],
  order: ['order', 'orders'],
  'past order': ['order imported from another shop', 'orders imported from another shop'],
  customer: ['customer', 'customers'],
  product: ['product', 'products'],
  device: ['device', 'devices'],
  lot: ['lot', 'lots'],
  channel: ['sales channel', 'sales channels'],
};

function Obstacles({ obstacles }: { obstacles: DemoObstacle[] }) {
  return (
    <div className="grid gap-2">
      <p className="font-medium">The demo cannot be removed, because the store has data of your own:</p>
      <ul className="grid gap-1">
        {obstacles.map((obstacle) => (
          <li key={obstacle.kind} className="wrap-anywhere">
            {lineOf(obstacle)}
          </li>
        ))}
      </ul>
      <p className="max-w-text text-ink-muted">
        Cancel the orders, delete the customers and products and disconnect the channels if they were only
        tries. Otherwise set up a new store without the demo (DEMO=0).
      </p>
    </div>
  );
}

function lineOf({ kind, names, count }: DemoObstacle): string {
  const [one, many] = words[kind];
  if (kind === 'payment') return `${one} ${names.join(', ')}`;
  const more = count - names.length;
  const list = names.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${count} ${count === 1 ? one : many}: ${list}`;
}

function RemoveButton() {
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => api.removeDemo(),
    // A navigation of the browser, because nothing that this page has loaded exists any more.
    onSuccess: () => window.location.assign('/admin/settings?tab=general&field=country'),
  });
  const close = () => {
    removal.reset();
    setAsking(false);
  };
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Remove the demo…
      </Button>
      <Modal
        open={isAsking}
        onClose={close}
        size="sm"
        title="Remove the demo"
        footer={
          <>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              loading={removal.isPending || removal.isSuccess}
              onClick={() => removal.mutate()}
            >
              Remove the demo
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm">
          {removal.isError && <FormFailure>{messageOf(removal.error, noResponse('retry'))}</FormFailure>}
          <p>
            <strong>Deleted for good:</strong> all products, categories, orders, customers, devices, lots,
            suppliers, reviews, discount codes, messages and emails, also those you tried out yourself.
          </p>
          <p>
            <strong>Stays:</strong> your account with its sign-in, other staff, settings, keys, page texts,
            checklists and the audit log. If you sign in with the account of the demo, change its email and
            password in your profile.
          </p>
          <p>Visitors read “Opening soon” until you open the store. Next, you choose its country.</p>
        </div>
      </Modal>
    </>
  );
}
