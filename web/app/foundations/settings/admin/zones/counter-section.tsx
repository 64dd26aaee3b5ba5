import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import type { Settings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { useState } from 'react';
import { AddressLines } from '../../../../forms/address/address-lines.tsx';
import { Button } from '../../../../ui/button.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { CounterDialog } from './counter-dialog.tsx';

/** Counter where customers collect their orders, which the checkout offers once it is switched on. */
export function CounterSection({ settings }: { settings: Settings }) {
  const [isOpen, setOpen] = useState(false);
  const { pickup } = settings;
  return (
    <section aria-labelledby="counter" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="counter" className="text-lg">
          {pickupLabel}
        </h2>
        <Button variant="outline" onClick={() => setOpen(true)}>
          {pickup ? 'Edit counter' : 'Set up'}
        </Button>
      </div>
      <p className="mb-4 text-ink-muted text-sm">
        Customers in every country may choose it at the checkout. The tax is that of the counter’s place.
      </p>
      {pickup && <Counter counter={pickup} />}
      {isOpen && <CounterDialog settings={settings} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Counter({ counter }: { counter: PickupCounter }) {
  const { isOffered, hours, instructions, price } = counter;
  return (
    <div className="grid gap-2 rounded-tile border border-line bg-raised px-4 py-4 text-sm">
      <StatusDot tone={isOffered ? 'good' : 'neutral'}>{isOffered ? 'Offered' : 'Not offered'}</StatusDot>
      <p>
        <AddressLines to={counter} />
      </p>
      <p className="wrap-anywhere whitespace-pre-line text-ink-muted">{hours}</p>
      {instructions && <p className="wrap-anywhere whitespace-pre-line">{instructions}</p>}
      <p>{price === 0 ? 'Free' : formatMoney(price)}</p>
    </div>
  );
}
