import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import { dayRange, deliverySpan } from '@reprise/contract/sales/orders/delivery';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { useEffect, useEffectEvent } from 'react';
import { AddressLines } from '../../../forms/address/address-lines.tsx';
import { CounterHours } from '../../../foundations/settings/counter-hours.tsx';
import { Radio } from '../../../ui/forms/checkbox.tsx';

type DeliveryChoiceProps = {
  settings: PublicSettings;
  method: ShippingMethod;
  onChoose: (method: ShippingMethod) => void;
};

/** Choice between shipping and collecting; empty in a store without a counter, which ships a form that says otherwise. */
export function DeliveryChoice({ settings, method, onChoose }: DeliveryChoiceProps) {
  const { pickup } = settings;
  const isGone = method === 'pickup' && !pickup?.isOffered;
  const ship = useEffectEvent(() => onChoose('standard'));
  useEffect(() => {
    if (isGone) ship();
  }, [isGone]);
  if (!pickup?.isOffered) return null;
  const isCollected = method === 'pickup';
  return (
    <fieldset className="divide-y divide-line rounded-control border border-line-strong bg-raised">
      <legend className="sr-only">Delivery</legend>
      <Radio
        name="delivery"
        className="px-4 py-2.5"
        label={<span className="font-medium">Ship to an address</span>}
        checked={!isCollected}
        onChange={() => onChoose('standard')}
      />
      <div>
        <Radio
          name="delivery"
          className="px-4 py-2.5"
          label={<span className="font-medium">{pickupLabel}</span>}
          hint={isCollected ? undefined : `${pickup.address}, ${pickup.city}`}
          aside={
            <span className="font-medium text-ink">
              {pickup.price === 0 ? 'Free' : formatMoney(pickup.price)}
            </span>
          }
          checked={isCollected}
          onChange={() => onChoose('pickup')}
        />
        {isCollected && <Counter settings={settings} pickup={pickup} />}
      </div>
    </fieldset>
  );
}

function Counter({ settings, pickup }: { settings: PublicSettings; pickup: PickupCounter }) {
  return (
    <p className="-mt-1 pr-4 pb-3 pl-10.5 text-ink-muted text-sm">
      <AddressLines to={pickup} />
      <CounterHours counter={pickup} />
      <span className="mt-1.5 block">
        Expected to be ready {dayRange(deliverySpan(new Date(), settings, 'pickup'))}. We email you when it
        is.
      </span>
    </p>
  );
}
