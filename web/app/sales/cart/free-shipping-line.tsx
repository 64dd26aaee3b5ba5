import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { Truck } from '../../ui/icons/lucide.tsx';

/** Shows how much is missing for free standard shipping, which starts above the threshold. */
export function FreeShippingLine({ subtotal, threshold }: { subtotal: Cents; threshold: Cents }) {
  const missing = threshold - subtotal;
  const isFree = missing < 0;
  // One cent above the threshold is the first free order.
  const sentence = isFree
    ? 'Standard shipping is free for this order.'
    : `Add ${formatMoney(cents(missing + 1))} more for free standard shipping.`;
  const share = isFree || threshold === 0 ? 1 : Math.max(0.02, subtotal / threshold);
  return (
    <div className="text-sm">
      <p className="flex items-center gap-2">
        <Truck
          className={`size-4 shrink-0 ${isFree ? 'text-good-text' : 'text-ink-muted'}`}
          aria-hidden="true"
        />
        {sentence}
      </p>
      <div className="mt-2 h-1 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <div
          className={`h-full origin-left rounded-full transition-transform ${isFree ? 'bg-good-fill' : 'bg-primary'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
