/** Tracking pages of carriers by the spellings of their names. */
const carriers = [
  { name: 'UPS', pattern: /\bups\b|united parcel/i, page: 'https://www.ups.com/track?tracknum=' },
  {
    name: 'USPS',
    pattern: /\busps\b|us postal/i,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { name: 'FedEx', pattern: /\bfed\s?ex\b/i, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { name: 'DHL', pattern: /\bdhl\b/i, page: 'https://www.dhl.com/en/express/tracking.html?AWB=' },
  {
    name: 'Canada Post',
    pattern: /canada\s?post/i,
    page: 'https://www.canadapost-postescanada.ca/track-reperage/en#/details/',
  },
  {
    name: 'Royal Mail',
    pattern: /royal\s?mail/i,
    page: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  },
  { name: 'Evri', pattern: /\bevri\b|\bhermes\b/i, page: 'https://www.evri.com/track/parcel/' },
] as const;

/** Suggestions of the form. */
export const carrierNames: readonly string[] = carriers.map(({ name }) => name);

/** Returns the tracking URL of the carrier, or null for an unknown carrier. */
export function carrierPage(carrier: string | null, trackingNumber: string | null): string | null {
  if (!carrier || !trackingNumber) return null;
  const known = carriers.find(({ pattern }) => pattern.test(carrier));
  return known ? known.page + encodeURIComponent(trackingNumber) : null;
}
