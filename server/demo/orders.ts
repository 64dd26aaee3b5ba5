// Orders of the demo shop: ninety days as planned here, and the sales behind the reviews.
import { readDemo } from './read-demo.ts';
import { salesOfReviews } from './reviewed-sales.ts';

export type DemoOrder = {
  items: readonly { slug: string; quantity: number }[];
  /** Index of a customer in `demoPeople` or of a guest in `demoGuests`. */
  buyer: { person: number } | { guest: number };
  hoursAgo: number;
  /** One in two parcels is in processing after the first has left. */
  status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  isPartlyShipped?: true;
  /** Present once a parcel has shipped. */
  shipment?: { carrier: 'UPS' | 'USPS' | 'FedEx'; trackingNumber: string };
};

type Row = readonly [
  hoursAgo: number,
  /** Customers are p0, p1 and so on, guests g0 to g4. */
  buyer: string,
  status: DemoOrder['status'] | 'partly-shipped',
  ...slugs: readonly string[],
];

const rows = readDemo<readonly Row[]>('orders.json');

/** Returns pseudorandom digits that are the same on every machine. */
function digits(seed: number, length: number): string {
  let state = (seed + 1) * 48_271;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String(state % 10);
  }).join('');
}

function shipmentOf(index: number): NonNullable<DemoOrder['shipment']> {
  const kinds = [
    { carrier: 'UPS', trackingNumber: `1Z999${digits(index, 13)}` },
    { carrier: 'USPS', trackingNumber: `9400${digits(index, 18)}` },
    { carrier: 'FedEx', trackingNumber: `7${digits(index, 11)}` },
  ] as const;
  return kinds[index % 3] ?? kinds[0];
}

function buyerOf(code: string): DemoOrder['buyer'] {
  const place = Number(code.slice(1));
  return code.startsWith('p') ? { person: place } : { guest: place };
}

const leftStatuses: ReadonlySet<Row[2]> = new Set(['partly-shipped', 'shipped', 'delivered']);

const plannedOrders: readonly DemoOrder[] = rows.map(([hoursAgo, buyer, status, ...slugs], index) => ({
  // Some orders have two units of a product.
  items: slugs.map((slug) => ({ slug, quantity: slugs.length === 1 && index % 11 === 0 ? 2 : 1 })),
  buyer: buyerOf(buyer),
  hoursAgo,
  ...(status === 'partly-shipped' ? { status: 'processing', isPartlyShipped: true } : { status }),
  ...(leftStatuses.has(status) ? { shipment: shipmentOf(index) } : {}),
}));

const plannedSales = plannedOrders.flatMap(({ buyer, status, hoursAgo, items }) =>
  'person' in buyer && status === 'delivered'
    ? [{ person: buyer.person, hoursAgo, slugs: items.map(({ slug }) => slug) }]
    : [],
);

const reviewedOrders: readonly DemoOrder[] = salesOfReviews(plannedSales).map(
  ({ person, slugs, hoursAgo }, index) => ({
    items: slugs.map((slug) => ({ slug, quantity: 1 })),
    buyer: { person },
    hoursAgo,
    status: 'delivered',
    shipment: shipmentOf(rows.length + index),
  }),
);

/** Orders of the demo shop, latest first. */
export const demoOrders: readonly DemoOrder[] = [...plannedOrders, ...reviewedOrders].sort(
  (a, b) => a.hoursAgo - b.hoursAgo,
);
