import { carrierPage } from '@reprise/contract/sales/orders/carriers';
import { ExternalLink } from '../../ui/icons/lucide.tsx';

/** Tracking number; links to the page of a carrier that the shop knows. */
export function TrackingNumber({
  carrier,
  trackingNumber,
}: {
  carrier: string | null;
  trackingNumber: string;
}) {
  const page = carrierPage(carrier, trackingNumber);
  if (page === null) return <span className="tabular break-all">{trackingNumber}</span>;
  return (
    <a href={page} target="_blank" rel="noreferrer" className="tabular break-all text-link">
      {trackingNumber}
      <ExternalLink className="mb-0.5 ml-1 inline size-3.5" aria-label="at the carrier" />
    </a>
  );
}
