// Orders of the demo shop: ninety days as planned here, and the sales behind the reviews.
import { salesOfReviews } from './reviewed-sales.ts';

export type DemoOrder = {
  items: readonly { slug: string; quantity: number }[];
  /** Index of a customer in `demoPeople` or of a guest in `demoGuests`. */
  buyer: { person: number } | { guest: number };
  hoursAgo: number;
  status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  /** Present once the parcel has shipped. */
  shipment?: { carrier: 'UPS' | 'USPS' | 'FedEx'; trackingNumber: string };
};

type Row = readonly [
  hoursAgo: number,
  /** Customers are p0, p1 and so on, guests g0 to g4. */
  buyer: string,
  status: DemoOrder['status'],
  ...slugs: readonly string[],
];

const days = (count: number, hours = 0) => count * 24 + hours;

const rows: readonly Row[] = [
  [1, 'g0', 'pending', 'airpods-pro-2-usb-c-white-refurbished'],
  [2, 'g1', 'pending', 'switch-2-256-gb-black-refurbished'],
  [3, 'p2', 'pending', 'iphone-13-128-gb-midnight-refurbished'],
  [5, 'p8', 'pending', 'macbook-air-13-m1-8-gb-256-gb-space-gray-refurbished'],
  [7, 'p5', 'pending', 'switch-oled-64-gb-neon-blue-and-red-refurbished', 'switch-oled-64-gb-white-good'],
  [9, 'p13', 'pending', 'wf-1000xm5-black-refurbished'],
  [11, 'g3', 'processing', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-refurbished'],
  [13, 'p6', 'processing', 'framework-laptop-13-ryzen-7040-8-gb-256-gb-silver-refurbished'],
  [16, 'p0', 'processing', 'pixel-8-128-gb-hazel-refurbished'],
  [19, 'g0', 'processing', 'playstation-5-slim-1-tb-white-refurbished'],
  [
    23,
    'p1',
    'processing',
    'wh-1000xm5-black-refurbished',
    'apple-watch-series-9-45-mm-gps-midnight-refurbished',
  ],
  [
    26,
    'p16',
    'processing',
    'thinkpad-t480-8-gb-256-gb-black-good',
    'thinkpad-t480-8-gb-256-gb-black-refurbished',
  ],
  [29, 'g4', 'cancelled', 'macbook-air-13-m2-8-gb-256-gb-midnight-good'],
  [32, 'p10', 'processing', 'momentum-4-wireless-black-refurbished'],
  [34, 'p4', 'processing', 'ipad-10th-generation-64-gb-blue-refurbished'],
  [38, 'g2', 'cancelled', 'rog-zephyrus-g14-ga402-16-gb-1-tb-moonlight-white-good'],
  [41, 'g2', 'processing', 'galaxy-s22-128-gb-phantom-black-refurbished'],
  [45, 'p3', 'processing', 'steam-deck-lcd-256-gb-black-good'],
  [days(2, 4), 'p3', 'shipped', 'macbook-air-13-m2-8-gb-256-gb-midnight-refurbished'],
  [days(2, 9), 'p12', 'shipped', 'macbook-air-13-m4-16-gb-256-gb-sky-blue-refurbished'],
  [days(2, 15), 'p1', 'shipped', 'playstation-5-825-gb-white-refurbished'],
  [days(2, 21), 'g4', 'shipped', 'xbox-series-s-512-gb-robot-white-refurbished'],
  [days(3, 2), 'g1', 'shipped', 'iphone-13-128-gb-midnight-good'],
  [days(3, 6), 'p9', 'shipped', 'airpods-max-lightning-space-gray-refurbished'],
  [
    days(3, 13),
    'g3',
    'shipped',
    'switch-lite-32-gb-turquoise-refurbished',
    'switch-lite-32-gb-gray-refurbished',
  ],
  [days(3, 18), 'p5', 'shipped', 'steam-deck-oled-512-gb-black-refurbished'],
  [
    days(4, 6),
    'p0',
    'shipped',
    'ipad-air-5th-generation-64-gb-space-gray-refurbished',
    'airpods-pro-2-usb-c-white-excellent',
  ],
  [days(4, 13), 'p15', 'shipped', 'surface-laptop-5-13-5-8-gb-256-gb-platinum-refurbished'],
  [days(4, 20), 'p7', 'shipped', 'pixel-buds-pro-charcoal-refurbished'],
  [days(5, 1), 'g0', 'shipped', 'galaxy-buds2-pro-bora-purple-refurbished'],
  [days(5, 11), 'g1', 'shipped', 'legion-go-8-8-512-gb-shadow-black-good'],
  [days(5, 20), 'p2', 'shipped', 'iphone-15-pro-256-gb-natural-titanium-refurbished'],
  [days(7, 3), 'p4', 'delivered', 'fenix-7-47-mm-silver-good'],
  [days(7, 7), 'g0', 'delivered', 'iphone-xr-64-gb-yellow-refurbished'],
  [days(8, 4), 'p14', 'delivered', 'wh-1000xm4-black-good'],
  [days(8, 9), 'p3', 'delivered', 'xbox-series-x-1-tb-black-good'],
  [days(8, 19), 'g4', 'delivered', 'chromebook-spin-713-8-gb-256-gb-steel-gray-refurbished'],
  [days(9, 5), 'g2', 'delivered', 'iphone-13-128-gb-midnight-fair', 'wh-1000xm5-black-good'],
  [days(10), 'p2', 'delivered', 'pixel-9-128-gb-peony-refurbished'],
  [days(10, 11), 'g2', 'delivered', 'major-iv-black-refurbished', 'major-iv-black-good'],
  [days(10, 14), 'p1', 'delivered', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-good'],
  [days(11, 13), 'p17', 'cancelled', 'playstation-5-pro-2-tb-white-excellent'],
  [days(12, 2), 'p0', 'delivered', 'apple-watch-series-9-45-mm-gps-midnight-good'],
  [days(12, 15), 'g3', 'delivered', 'macbook-air-13-m1-8-gb-256-gb-space-gray-good'],
  [days(13, 7), 'g4', 'delivered', 'surface-pro-9-8-gb-256-gb-platinum-refurbished'],
  [days(14, 16), 'p5', 'cancelled', 'galaxy-tab-s9-128-gb-graphite-excellent'],
  [days(14, 20), 'p6', 'delivered', 'switch-2-256-gb-black-good'],
  [days(15, 11), 'p2', 'delivered', 'quietcomfort-ultra-headphones-white-smoke-good'],
  [days(17, 4), 'p4', 'delivered', 'switch-oled-64-gb-white-excellent'],
  [days(17, 21), 'p8', 'delivered', 'playstation-5-pro-2-tb-white-excellent'],
  [days(18, 8), 'p7', 'delivered', 'xbox-series-s-1-tb-carbon-black-excellent'],
  [days(18, 22), 'g1', 'delivered', 'pixel-8-128-gb-hazel-good'],
  [days(20, 6), 'p3', 'delivered', 'wh-1000xm5-silver-refurbished'],
  [days(21, 7), 'p6', 'delivered', 'steam-deck-oled-512-gb-black-refurbished'],
  [days(21, 13), 'p1', 'delivered', 'iphone-15-pro-256-gb-natural-titanium-good'],
  [days(22, 4), 'p8', 'delivered', 'pixel-buds-pro-coral-excellent'],
  [days(23, 1), 'p0', 'delivered', 'macbook-air-13-m2-8-gb-512-gb-starlight-refurbished'],
  [days(23, 7), 'p12', 'delivered', 'studio-pro-black-fair'],
  [
    days(24, 18),
    'g3',
    'delivered',
    'ipad-10th-generation-64-gb-yellow-fair',
    'ipad-10th-generation-64-gb-blue-good',
  ],
  [days(25, 4), 'p15', 'delivered', 'chromebook-spin-713-8-gb-256-gb-steel-gray-refurbished'],
  [days(25, 15), 'p17', 'delivered', 'wf-1000xm5-silver-fair'],
  [days(26, 8), 'p5', 'delivered', 'playstation-5-825-gb-white-good'],
  [days(27, 5), 'g1', 'cancelled', 'spectre-x360-14-8-gb-256-gb-nightfall-black-good'],
  [days(28, 3), 'p2', 'delivered', 'galaxy-watch6-classic-47-mm-bluetooth-black-good'],
  [days(29, 14), 'p9', 'delivered', 'macbook-air-13-m1-8-gb-256-gb-space-gray-refurbished'],
  [days(30, 1), 'p6', 'delivered', 'quietcomfort-ultra-headphones-white-smoke-refurbished'],
  [days(30, 12), 'g0', 'cancelled', 'xps-13-9315-8-gb-256-gb-sky-good'],
  [days(32, 5), 'p4', 'delivered', 'airpods-pro-2-usb-c-white-refurbished'],
  [days(32, 21), 'p11', 'delivered', 'xps-13-9315-16-gb-512-gb-umber-refurbished'],
  [days(33, 6), 'p8', 'delivered', 'switch-oled-64-gb-neon-blue-and-red-refurbished'],
  [days(34), 'p6', 'delivered', 'wh-1000xm5-black-refurbished'],
  [days(34, 17), 'p7', 'delivered', 'wf-1000xm5-black-refurbished'],
  [days(34, 19), 'p3', 'delivered', 'macbook-pro-14-m3-pro-18-gb-512-gb-space-black-refurbished'],
  [days(35, 15), 'p10', 'delivered', 'macbook-air-13-m4-16-gb-256-gb-sky-blue-refurbished'],
  [days(36, 2), 'p1', 'delivered', 'galaxy-s22-256-gb-green-good'],
  [days(38, 15), 'g2', 'delivered', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-fair'],
  [days(38, 20), 'p7', 'delivered', 'airpods-max-lightning-sky-blue-good'],
  [days(39, 2), 'p14', 'delivered', 'switch-lite-32-gb-turquoise-good'],
  [days(39, 17), 'p8', 'delivered', 'spectre-x360-14-8-gb-256-gb-nightfall-black-refurbished'],
  [days(40, 9), 'p0', 'delivered', 'wh-1000xm5-black-refurbished'],
  [days(41, 12), 'p16', 'delivered', 'macbook-air-13-m1-8-gb-256-gb-space-gray-refurbished'],
  [days(43, 6), 'p5', 'delivered', 'iphone-13-256-gb-blue-good', 'apple-watch-series-9-45-mm-gps-pink-good'],
  [days(44), 'p7', 'delivered', 'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black-refurbished'],
  [days(45, 5), 'p7', 'delivered', 'wh-1000xm4-black-refurbished'],
  [days(45, 11), 'p10', 'delivered', 'thinkpad-t480-8-gb-256-gb-black-refurbished'],
  [days(45, 21), 'p2', 'delivered', 'ipad-air-5th-generation-64-gb-space-gray-good'],
  [days(47, 3), 'p7', 'delivered', 'rog-ally-z1-extreme-512-gb-white-refurbished'],
  [days(48, 4), 'g4', 'delivered', 'galaxy-s22-128-gb-phantom-black-fair'],
  [days(49, 3), 'p9', 'delivered', 'macbook-air-13-m2-8-gb-256-gb-midnight-good'],
  [days(50, 10), 'p4', 'delivered', 'galaxy-tab-s9-128-gb-graphite-refurbished'],
  [days(50, 15), 'p8', 'delivered', 'airpods-max-lightning-space-gray-refurbished'],
  [days(52, 12), 'p11', 'delivered', 'xbox-series-x-1-tb-black-refurbished'],
  [days(52, 13), 'p9', 'delivered', 'chromebook-spin-713-8-gb-256-gb-steel-gray-refurbished'],
  [days(53, 17), 'p3', 'cancelled', 'apple-watch-ultra-49-mm-lte-titanium-fair'],
  [days(54, 11), 'p11', 'delivered', 'elite-8-active-black-refurbished'],
  [days(54, 12), 'p7', 'delivered', 'surface-laptop-5-13-5-8-gb-256-gb-platinum-refurbished'],
  [days(54, 21), 'p8', 'delivered', 'steam-deck-lcd-256-gb-black-refurbished'],
  [days(55, 3), 'p1', 'delivered', 'xps-13-9315-8-gb-256-gb-sky-refurbished'],
  [days(56, 17), 'p11', 'delivered', 'wh-1000xm4-silver-good'],
  [days(57, 12), 'g1', 'delivered', 'xbox-series-x-1-tb-black-refurbished'],
  [days(57, 13), 'p15', 'delivered', 'steam-deck-lcd-256-gb-black-refurbished'],
  [days(57, 22), 'p15', 'delivered', 'macbook-air-13-m4-16-gb-256-gb-sky-blue-good'],
  [days(57, 23), 'p8', 'delivered', 'framework-laptop-13-ryzen-7040-8-gb-256-gb-silver-refurbished'],
  [days(58, 1), 'p17', 'delivered', 'xbox-series-s-512-gb-robot-white-refurbished'],
  [days(59, 2), 'p0', 'delivered', 'apple-watch-ultra-49-mm-lte-titanium-refurbished'],
  [days(60, 10), 'p12', 'delivered', 'surface-laptop-5-13-5-8-gb-512-gb-sage-good'],
  [days(61, 8), 'g0', 'delivered', 'ipad-mini-6th-generation-64-gb-purple-refurbished'],
  [days(61, 22), 'p9', 'delivered', 'galaxy-buds2-pro-bora-purple-refurbished'],
  [days(63, 1), 'p7', 'delivered', 'macbook-air-13-m2-8-gb-512-gb-starlight-good'],
  [days(63, 5), 'p12', 'delivered', 'playstation-5-pro-2-tb-white-refurbished'],
  [days(63, 11), 'p6', 'delivered', 'rog-zephyrus-g14-ga402-16-gb-1-tb-moonlight-white-refurbished'],
  [days(65), 'p6', 'delivered', 'macbook-air-13-m1-8-gb-256-gb-space-gray-refurbished'],
  [days(65, 13), 'p17', 'delivered', 'airpods-max-lightning-space-gray-refurbished'],
  [days(66, 3), 'p1', 'delivered', 'galaxy-s24-ultra-256-gb-titanium-gray-refurbished'],
  [days(68), 'p10', 'delivered', 'playstation-5-slim-1-tb-white-refurbished'],
  [days(69, 14), 'p7', 'delivered', 'major-iv-black-refurbished'],
  [days(69, 16), 'p9', 'delivered', 'thinkpad-t480-16-gb-512-gb-black-refurbished'],
  [days(71, 13), 'p8', 'delivered', 'macbook-pro-14-m3-pro-18-gb-512-gb-space-black-good'],
  [days(71, 14), 'g4', 'cancelled', 'blade-14-rtx-3060-16-gb-1-tb-black-good'],
  [days(72, 3), 'p15', 'delivered', 'wh-1000xm4-black-fair'],
  [days(75, 2), 'p9', 'delivered', 'momentum-4-wireless-white-good'],
  [days(75, 11), 'p11', 'delivered', 'switch-2-256-gb-black-excellent'],
  [days(76, 19), 'p8', 'delivered', 'macbook-air-13-m1-8-gb-512-gb-gold-good'],
  [days(77, 20), 'p5', 'delivered', 'studio-pro-navy-refurbished'],
  [days(78, 20), 'p16', 'delivered', 'pixel-buds-pro-charcoal-good'],
  [days(82, 3), 'p8', 'delivered', 'airpods-pro-2-usb-c-white-refurbished'],
  [days(82, 9), 'g2', 'delivered', 'fire-hd-10-13th-generation-32-gb-black-refurbished'],
  [days(84, 18), 'p7', 'delivered', 'switch-lite-32-gb-turquoise-refurbished'],
  [days(86, 11), 'p3', 'delivered', 'macbook-air-13-m2-8-gb-256-gb-midnight-good'],
  [days(87, 10), 'p9', 'delivered', 'xbox-series-s-512-gb-robot-white-refurbished'],
  [days(88, 6), 'g3', 'delivered', 'xbox-series-s-512-gb-robot-white-good'],
  [days(89, 7), 'p9', 'delivered', 'wh-1000xm5-black-refurbished'],
];

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

const plannedOrders: readonly DemoOrder[] = rows.map(([hoursAgo, buyer, status, ...slugs], index) => ({
  // Some orders have two units of a product.
  items: slugs.map((slug) => ({ slug, quantity: slugs.length === 1 && index % 11 === 0 ? 2 : 1 })),
  buyer: buyerOf(buyer),
  hoursAgo,
  status,
  ...(status === 'shipped' || status === 'delivered' ? { shipment: shipmentOf(index) } : {}),
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
