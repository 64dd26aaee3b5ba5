import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import { useStoreSettings } from './store-settings.ts';

/** Hours and instructions of the counter, as the settings have them now; the address is that of the order. */
export function CounterHours({ counter }: { counter?: PickupCounter | null | undefined }) {
  const { pickup } = useStoreSettings() ?? {};
  const { hours, instructions } = counter ?? pickup ?? {};
  if (hours === undefined) return null;
  return (
    <>
      <span className="wrap-anywhere mt-1.5 block whitespace-pre-line">{hours}</span>
      {instructions && <span className="wrap-anywhere mt-1.5 block whitespace-pre-line">{instructions}</span>}
    </>
  );
}
