// Cases of return of the demo shop: one in each state, and one for each way in which a case ends.
import type {
  DeductionReason,
  ReturnDecision,
  ReturnDisposition,
  ReturnReason,
  ReturnWish,
} from '@reprise/contract/sales/returns/return-states';
import type { DemoOrder } from '../orders.ts';

type Parcel = { carrier: string; trackingNumber: string };

/** Step of a case; each is taken once. */
export type ReturnStep = { daysAgo: number } & (
  | { do: 'approve' | 'cancel' | 'settle' | 'receive other' | 'lose' }
  | { do: 'refuse'; reason: string }
  | { do: 'receive'; missingParts?: string[] }
  | {
      do: 'decide';
      decision: ReturnDecision;
      disposition?: ReturnDisposition;
      deduction?: { reason: DeductionReason; note: string; cents: number };
    }
  | { do: 'repair'; fault: string; work: string; minutes: number }
  | ({ do: 'send' | 'send back' } & Parcel)
);

export type DemoReturn = {
  /** Product that comes back; `buyer` ordered it. */
  slug: string;
  buyer: DemoOrder['buyer'];
  /** True for a device of an order of its own; else the newest delivered order of the demo with the product. */
  isDevice?: true;
  reason: Exclude<ReturnReason, 'withdrawal' | 'undeliverable' | 'recall'>;
  note: string;
  wish?: ReturnWish;
  openedDaysAgo: number;
  steps: readonly ReturnStep[];
};

const counted: readonly DemoReturn[] = [
  {
    slug: 'pixel-9-128-gb-peony-refurbished',
    buyer: { person: 2 },
    reason: 'battery',
    note: 'Full in the morning, empty at noon.',
    wish: 'repair',
    openedDaysAgo: 0.8,
    steps: [],
  },
  {
    slug: 'playstation-5-pro-2-tb-white-excellent',
    buyer: { person: 8 },
    reason: 'damaged-in-transit',
    note: 'The box was torn, and the front has a crack.',
    openedDaysAgo: 9,
    steps: [],
  },
  {
    slug: 'apple-watch-series-9-45-mm-gps-midnight-good',
    buyer: { person: 0 },
    reason: 'not-needed',
    note: '',
    openedDaysAgo: 2,
    steps: [],
  },
  {
    slug: 'wh-1000xm5-silver-refurbished',
    buyer: { person: 3 },
    reason: 'does-not-work',
    note: 'The headband came off.',
    openedDaysAgo: 15,
    steps: [
      {
        do: 'refuse',
        reason:
          'Your photos show that the headband was bent until it broke. The warranty does not cover that.',
        daysAgo: 13.5,
      },
    ],
  },
  {
    slug: 'studio-pro-black-fair',
    buyer: { person: 12 },
    reason: 'found-cheaper',
    note: '',
    openedDaysAgo: 18,
    steps: [{ do: 'cancel', daysAgo: 17 }],
  },
  {
    // Expires: its parcel never comes.
    slug: 'macbook-air-13-m1-8-gb-256-gb-space-gray-refurbished',
    buyer: { person: 9 },
    reason: 'not-as-expected',
    note: '',
    openedDaysAgo: 26,
    steps: [],
  },
  {
    slug: 'airpods-pro-2-usb-c-white-refurbished',
    buyer: { person: 4 },
    reason: 'does-not-work',
    note: 'The left one is silent.',
    openedDaysAgo: 25,
    steps: [
      { do: 'decide', decision: 'keep', daysAgo: 24 },
      { do: 'settle', daysAgo: 24 },
    ],
  },
];

const send = (daysAgo: number, digits: string): ReturnStep => ({
  do: 'send',
  carrier: 'USPS',
  trackingNumber: `9400${digits}`,
  daysAgo,
});

const ofDevices: readonly DemoReturn[] = [
  {
    slug: 'pixel-8-128-gb-hazel-refurbished',
    buyer: { guest: 0 },
    isDevice: true,
    reason: 'not-as-expected',
    note: 'Smaller than I thought.',
    openedDaysAgo: 5,
    steps: [send(2, '102938475610293847')],
  },
  {
    slug: 'iphone-17-512-gb-black-good',
    buyer: { person: 16 },
    isDevice: true,
    reason: 'not-as-described',
    note: 'There is a scratch on the screen that the page does not show.',
    openedDaysAgo: 8,
    steps: [{ do: 'approve', daysAgo: 7 }, send(5, '564738291056473829'), { do: 'receive', daysAgo: 0.2 }],
  },
  {
    slug: 'iphone-13-256-gb-blue-good',
    buyer: { person: 5 },
    isDevice: true,
    reason: 'not-needed',
    note: '',
    openedDaysAgo: 18,
    steps: [
      send(16, '192837465019283746'),
      { do: 'receive', daysAgo: 13 },
      { do: 'decide', decision: 'refund', disposition: 'bench', daysAgo: 12 },
      { do: 'settle', daysAgo: 12 },
    ],
  },
  {
    slug: 'iphone-17-256-gb-sage-excellent',
    buyer: { guest: 2 },
    isDevice: true,
    reason: 'ordered-by-mistake',
    note: '',
    openedDaysAgo: 17,
    steps: [
      send(15, '837465019283746501'),
      { do: 'receive', missingParts: ['Charging cable'], daysAgo: 12 },
      {
        do: 'decide',
        decision: 'refund',
        disposition: 'bench',
        deduction: { reason: 'missing-accessory', note: 'Charging cable', cents: 1900 },
        daysAgo: 11,
      },
      { do: 'settle', daysAgo: 11 },
    ],
  },
  {
    slug: 'iphone-15-pro-256-gb-natural-titanium-excellent',
    buyer: { person: 10 },
    isDevice: true,
    reason: 'battery',
    note: 'It turns off at 30 %.',
    wish: 'repair',
    openedDaysAgo: 17,
    steps: [
      { do: 'approve', daysAgo: 16.5 },
      send(15, '475869103847586910'),
      { do: 'receive', daysAgo: 12 },
      { do: 'decide', decision: 'repair', daysAgo: 11.8 },
      { do: 'repair', fault: 'Turns off at 30 %', work: 'New battery', minutes: 40, daysAgo: 10 },
      { do: 'send back', carrier: 'UPS', trackingNumber: '1Z9990000000000017', daysAgo: 9 },
    ],
  },
  {
    slug: 'iphone-15-pro-128-gb-blue-titanium-fair',
    buyer: { guest: 4 },
    isDevice: true,
    reason: 'does-not-work',
    note: 'It does not charge.',
    openedDaysAgo: 16,
    steps: [
      { do: 'approve', daysAgo: 15 },
      send(13, '657483920165748392'),
      { do: 'receive other', daysAgo: 10 },
      { do: 'decide', decision: 'reject', daysAgo: 9.8 },
      { do: 'send back', carrier: 'UPS', trackingNumber: '1Z9990000000000025', daysAgo: 9 },
    ],
  },
  {
    slug: 'iphone-17-256-gb-lavender-refurbished',
    buyer: { person: 13 },
    isDevice: true,
    reason: 'ordered-by-mistake',
    note: '',
    openedDaysAgo: 19,
    steps: [send(18, '293847561029384756'), { do: 'lose', daysAgo: 8 }, { do: 'settle', daysAgo: 8 }],
  },
];

/** Cases of the demo; those of devices have an order of their own. */
export const demoReturns: readonly DemoReturn[] = [...counted, ...ofDevices];

/** Orders of the devices that come back, as `demoOrders`. */
export const returnedOrders: readonly DemoOrder[] = ofDevices.map(({ slug, buyer }, index) => ({
  items: [{ slug, quantity: 1 }],
  buyer,
  hoursAgo: 24 * 24 + index,
  status: 'delivered',
  shipment: { carrier: 'UPS', trackingNumber: `1Z999000000000010${index}` },
}));
