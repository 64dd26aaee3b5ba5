import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { CircleAlert } from '../../ui/icons/lucide.tsx';

/**
 * Replaces the payment form while payments are unavailable, so that customers do not fill in a form in vain.
 */
export function PaymentsClosed({ store, children }: { store: PublicSettings; children: string }) {
  return (
    <div role="status" className="flex gap-3 rounded-tile border border-line bg-warn-tint px-5 py-4">
      <CircleAlert className="mt-1 size-5 shrink-0 text-warn-text" aria-hidden="true" />
      <div className="grid min-w-0 gap-1.5 text-sm">
        <h2 className="text-base">
          {store.testMode === 'staff' || store.lacksShippingRates
            ? 'This store is not taking orders yet'
            : 'This store cannot take payments yet'}
        </h2>
        <p>
          {store.lacksShippingRates && 'It has no shipping rates yet. '}
          {children} Questions? Write to{' '}
          <a href={`mailto:${store.storeEmail}`} className="text-link [overflow-wrap:anywhere]">
            {store.storeEmail}
          </a>
          .
        </p>
      </div>
    </div>
  );
}
