// Orders of the last sixty days, as plans: what was bought when, and how far it has come.

export type DemoOrder = {
  items: readonly { slug: string; quantity: number }[];
  /** A customer's place in `demoPeople`, or a guest's in `demoGuests`. */
  buyer: { person: number } | { guest: number };
  hoursAgo: number;
  status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  /** Only where the parcel has left. */
  shipment?: { carrier: 'UPS' | 'USPS' | 'FedEx'; trackingNumber: string };
};

type Row = readonly [
  hoursAgo: number,
  /** p0 to p5 are customers, g0 to g4 guests. */
  buyer: string,
  status: DemoOrder['status'],
  ...slugs: readonly string[],
];

const days = (count: number, hours = 0) => count * 24 + hours;

const rows: readonly Row[] = [
  [1, 'g0', 'pending', 'airpods-pro-2-usb-c-white-refurbished'],
  [3, 'p2', 'pending', 'iphone-13-128-gb-midnight-refurbished'],
  [7, 'p5', 'pending', 'switch-oled-64-gb-neon-blue-and-red-refurbished', 'switch-oled-64-gb-white-good'],
  [11, 'g3', 'processing', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-refurbished'],
  [16, 'p0', 'processing', 'pixel-8-128-gb-hazel-refurbished'],
  [
    23,
    'p1',
    'processing',
    'wh-1000xm5-black-refurbished',
    'apple-watch-series-9-45-mm-gps-midnight-refurbished',
  ],
  [29, 'g4', 'cancelled', 'macbook-air-13-m2-8-gb-256-gb-midnight-good'],
  [34, 'p4', 'processing', 'ipad-10th-generation-64-gb-blue-refurbished'],
  [41, 'g2', 'processing', 'galaxy-s22-128-gb-phantom-black-refurbished'],
  [days(2, 4), 'p3', 'shipped', 'macbook-air-13-m2-8-gb-256-gb-midnight-refurbished'],
  [days(2, 15), 'p1', 'shipped', 'playstation-5-825-gb-white-refurbished'],
  [days(3, 2), 'g1', 'shipped', 'iphone-13-128-gb-midnight-good'],
  [days(3, 18), 'p5', 'shipped', 'steam-deck-oled-512-gb-black-refurbished'],
  [
    days(4, 6),
    'p0',
    'shipped',
    'ipad-air-5th-generation-64-gb-space-gray-refurbished',
    'airpods-pro-2-usb-c-white-excellent',
  ],
  [days(5, 1), 'g0', 'shipped', 'galaxy-buds2-pro-bora-purple-refurbished'],
  [days(5, 20), 'p2', 'shipped', 'iphone-15-pro-256-gb-natural-titanium-refurbished'],
  [days(7, 3), 'p4', 'delivered', 'fenix-7-47-mm-silver-good'],
  [days(8, 9), 'p3', 'delivered', 'xbox-series-x-1-tb-black-good'],
  [days(9, 5), 'g2', 'delivered', 'iphone-13-128-gb-midnight-fair', 'wh-1000xm5-black-good'],
  [days(10, 14), 'p1', 'delivered', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-good'],
  [days(12, 2), 'p0', 'delivered', 'apple-watch-series-9-45-mm-gps-midnight-good'],
  [days(13, 7), 'g4', 'delivered', 'surface-pro-9-8-gb-256-gb-platinum-refurbished'],
  [days(14, 16), 'p5', 'cancelled', 'galaxy-tab-s9-128-gb-graphite-excellent'],
  [days(15, 11), 'p2', 'delivered', 'quietcomfort-ultra-headphones-white-smoke-good'],
  [days(17, 4), 'p4', 'delivered', 'switch-oled-64-gb-white-excellent'],
  [days(18, 22), 'g1', 'delivered', 'pixel-8-128-gb-hazel-good'],
  [days(20, 6), 'p3', 'delivered', 'wh-1000xm5-silver-refurbished'],
  [days(21, 13), 'p1', 'delivered', 'iphone-15-pro-256-gb-natural-titanium-good'],
  [days(23, 1), 'p0', 'delivered', 'macbook-air-13-m2-8-gb-512-gb-starlight-refurbished'],
  [
    days(24, 18),
    'g3',
    'delivered',
    'ipad-10th-generation-64-gb-yellow-fair',
    'ipad-10th-generation-64-gb-blue-good',
  ],
  [days(26, 8), 'p5', 'delivered', 'playstation-5-825-gb-white-good'],
  [days(28, 3), 'p2', 'delivered', 'galaxy-watch6-classic-47-mm-bluetooth-black-good'],
  [days(30, 12), 'g0', 'cancelled', 'xps-13-9315-8-gb-256-gb-sky-good'],
  [days(32, 5), 'p4', 'delivered', 'airpods-pro-2-usb-c-white-refurbished'],
  [days(34, 19), 'p3', 'delivered', 'macbook-pro-14-m3-pro-18-gb-512-gb-space-black-refurbished'],
  [days(36, 2), 'p1', 'delivered', 'galaxy-s22-256-gb-green-good'],
  [days(38, 15), 'g2', 'delivered', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-fair'],
  [days(40, 9), 'p0', 'delivered', 'wh-1000xm5-black-refurbished'],
  [days(43, 6), 'p5', 'delivered', 'iphone-13-256-gb-blue-good', 'apple-watch-series-9-45-mm-gps-pink-good'],
  [days(45, 21), 'p2', 'delivered', 'ipad-air-5th-generation-64-gb-space-gray-good'],
  [days(48, 4), 'g4', 'delivered', 'galaxy-s22-128-gb-phantom-black-fair'],
  [days(50, 10), 'p4', 'delivered', 'galaxy-tab-s9-128-gb-graphite-refurbished'],
  [days(53, 17), 'p3', 'cancelled', 'apple-watch-ultra-49-mm-lte-titanium-fair'],
  [days(55, 3), 'p1', 'delivered', 'xps-13-9315-8-gb-256-gb-sky-refurbished'],
  [days(57, 12), 'g1', 'delivered', 'xbox-series-x-1-tb-black-refurbished'],
  [days(59, 2), 'p0', 'delivered', 'apple-watch-ultra-49-mm-lte-titanium-refurbished'],
];

/** Digits that look picked at random but are the same on every machine. */
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

export const demoOrders: readonly DemoOrder[] = rows.map(([hoursAgo, buyer, status, ...slugs], index) => ({
  // Now and then somebody takes two of the same.
  items: slugs.map((slug) => ({ slug, quantity: slugs.length === 1 && index % 11 === 0 ? 2 : 1 })),
  buyer: buyerOf(buyer),
  hoursAgo,
  status,
  ...(status === 'shipped' || status === 'delivered' ? { shipment: shipmentOf(index) } : {}),
}));
