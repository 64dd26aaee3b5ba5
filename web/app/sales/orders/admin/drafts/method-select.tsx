import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import type { Draft } from '@reprise/contract/sales/orders/draft-orders';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { shippingMethodLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import type { ComponentProps } from 'react';
import { useStoreSettings } from '../../../../foundations/settings/store-settings.ts';
import { Select } from '../../../../ui/forms/select.tsx';

type MethodSelectProps = Omit<ComponentProps<typeof Select>, 'label'> & { counter: PickupCounter | null };

/** Shipping method of a draft, with the counter if there is one. */
export function MethodSelect({ counter, ...field }: MethodSelectProps) {
  const offered = shippingMethods.filter((method) => method !== 'pickup' || counter !== null);
  return (
    <Select label="Shipping method" {...field}>
      {offered.map((method) => (
        <option key={method} value={method}>
          {shippingMethodLabels[method]}
        </option>
      ))}
    </Select>
  );
}

/** Returns the counter that a draft may be collected at: one that is offered, or that of its own address. */
export function useCounterOf(draft: Draft | null): PickupCounter | null {
  const { pickup } = useStoreSettings() ?? {};
  const isOwn = draft?.shippingMethod === 'pickup';
  return pickup && (pickup.isOffered || isOwn) ? pickup : null;
}
