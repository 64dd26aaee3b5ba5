// What customers wrote about what they bought. One person reviews a device once.
import { audioReviews } from './reviews/audio.ts';
import { consoleReviews } from './reviews/consoles.ts';
import { laptopReviews } from './reviews/laptops.ts';
import { smartphoneReviews } from './reviews/smartphones.ts';
import { tabletReviews } from './reviews/tablets.ts';
import { watchReviews } from './reviews/watches.ts';

export type DemoReview = {
  modelKey: string;
  rating: 1 | 2 | 3 | 4 | 5;
  title: string;
  text: string;
  /** Place in `demoPeople`. */
  personIndex: number;
  daysAgo: number;
};

type ReviewRow = readonly [
  personIndex: number,
  rating: DemoReview['rating'],
  daysAgo: number,
  title: string,
  text: string,
];

export type ReviewsByModel = Record<string, readonly ReviewRow[]>;

const byModel: ReviewsByModel = {
  'macbook-air-13-m2-8-gb-256-gb-midnight': [
    [
      0,
      5,
      152,
      'Silent on a train table',
      'Thirty-one cycles, no fan, eight hours of writing with the lamp on full. Fingerprints show, as everyone says.',
    ],
    [
      1,
      5,
      91,
      'Better than described',
      'Sold as Good. The nicks around the charging port are smaller than a grain of salt.',
    ],
    [
      2,
      4,
      64,
      '8 GB is enough for me',
      'Mail, forty tabs and a photo editor are fine. I would not edit long films on it.',
    ],
    [
      4,
      4,
      22,
      'Small dent, honest photo',
      'The corner dent is there and I stopped seeing it after a day. Keyboard feels new.',
    ],
    [
      5,
      5,
      8,
      'Third one for the office',
      'All three arrived erased, updated and ready at the welcome screen.',
    ],
  ],
  'macbook-air-13-m2-8-gb-512-gb-starlight': [
    [3, 5, 19, 'Hides fingerprints', 'Starlight stays clean where midnight does not. Battery at 94%.'],
  ],
  'macbook-pro-14-m3-pro-18-gb-512-gb-space-black': [
    [
      3,
      5,
      30,
      'Builds in half the time',
      'Our project went from eleven minutes to five. Fans came on once, during a video export.',
    ],
    [
      1,
      4,
      110,
      'Heavy, worth it',
      'You feel it in the bag. The display next to my old one looks like a window that was cleaned.',
    ],
    [
      4,
      5,
      71,
      'Charger still wrapped',
      'Open box was exactly that. I looked for a flaw on the lid with a torch and gave up.',
    ],
  ],
  'xps-13-9315-8-gb-256-gb-sky': [
    [1, 4, 52, 'Tiny and tidy', 'Fits beside a lunch box. Two ports mean one adapter lives in my bag.'],
    [
      2,
      3,
      119,
      'Not for heavy work',
      'Fine for documents and calls, slow with large spreadsheets. Cosmetically flawless.',
    ],
    [
      5,
      4,
      83,
      'Quiet fan',
      'I had one before and the fan whined; this one does not. Slight shine on the space bar.',
    ],
  ],
  'thinkpad-x1-carbon-gen-10-16-gb-512-gb-black': [
    [
      0,
      5,
      176,
      'The keyboard',
      'I type for a living and bought it for the keys. New red cap, no worn letters.',
    ],
    [
      1,
      4,
      9,
      'Sticker shadow on the lid',
      'You can see where a company label was. BIOS was open and Windows activated by itself.',
    ],
    [
      3,
      5,
      134,
      'Linux without a hitch',
      'Wi-Fi, camera and fingerprint reader all worked on the first boot.',
    ],
    [
      5,
      4,
      60,
      'Solid work machine',
      'Battery at 87% and six real hours. HDMI built in saved me in a meeting the first week.',
    ],
  ],
  'wh-1000xm5-black': [
    [0, 5, 36, 'Pads are really new', 'They smell new and sit like new. Plane to Denver in peace.'],
    [
      1,
      5,
      18,
      'Quiet office in a bag',
      'The man behind me talks on the phone all day. I no longer know about what.',
    ],
    [
      2,
      4,
      127,
      'Does not fold',
      'Sounds as good as my friend’s pair bought new. The case is large because they do not fold.',
    ],
    [4, 5, 99, 'Thirty hours is true', 'Charged on Sunday, still at 20% on Friday with two hours a day.'],
    [
      5,
      4,
      74,
      'Slightly tight at first',
      'Firm on a large head for the first week. The headband has a shiny spot nobody will see.',
    ],
  ],
  'wh-1000xm5-silver': [
    [
      3,
      4,
      15,
      'Warm grey, not silver',
      'The colour is nearer to sand. I like it, but the name misleads. Condition is perfect.',
    ],
  ],
  'quietcomfort-ultra-headphones-white-smoke': [
    [
      2,
      4,
      10,
      'Most comfortable I own',
      'I wear glasses and forget them. A little yellowing inside the band, as they wrote.',
    ],
    [
      4,
      5,
      88,
      'Worth the step up',
      'Compared them with two others on the same train. These take away more of the low rumble.',
    ],
    [
      5,
      5,
      144,
      'Like new is right',
      'No trace of anyone else. The firmware needed an update that took ten minutes.',
    ],
  ],
  'airpods-pro-2-usb-c-white': [
    [
      0,
      5,
      104,
      'Clean, properly clean',
      'I was unsure about used earbuds. The meshes look untouched and the tips came sealed.',
    ],
    [
      2,
      4,
      55,
      'Case has no scratches',
      'Mine were meant to be refurbished and look opened at most. Five and a half hours per charge.',
    ],
    [3, 5, 128, 'Pass the noise test', 'On the metro I hear the announcement bell and little else.'],
    [
      4,
      5,
      25,
      'Paired in a second',
      'Serial numbers match on case and buds, which I checked because of fakes elsewhere.',
    ],
    [
      5,
      3,
      68,
      'Left tip kept falling out',
      'Needed the smallest size, which is in the box, and they hold now. Sound is very good.',
    ],
  ],
  'galaxy-buds2-pro-bora-purple': [
    [1, 4, 47, 'Small enough for my ears', 'The first pair I can sleep in. Lid closes with a proper click.'],
    [4, 3, 92, 'Five hours, not more', 'Sound is great, battery is short. At this price I accept it.'],
  ],
  'playstation-5-825-gb-white': [
    [
      1,
      5,
      141,
      'Quieter than my brother’s',
      'They replace loud fans and one can hear it. Discs read at once.',
    ],
    [
      2,
      5,
      56,
      'Sticks without drift',
      'First thing I tested. A soft scratch on one plate that faces the wall.',
    ],
    [5, 4, 21, 'Needs space', 'Everyone knows it is large. Came double-boxed with every cable.'],
    [
      4,
      1,
      107,
      'Arrived with a rattling fan',
      'It rattled from the first minute. The exchange took nine days, and that one is fine, but nine days.',
    ],
  ],
  'xbox-series-x-1-tb-black': [
    [
      3,
      5,
      4,
      'My old discs run',
      'A game from 2003 started from the disc with sharper edges than I remember.',
    ],
    [0, 4, 130, 'Rub marks underneath', 'They are where it stands, so who sees them. Controller feels new.'],
  ],
  'switch-oled-64-gb-white': [
    [
      4,
      5,
      13,
      'Gift that looked like a gift',
      'Film was still on the screen. My daughter has no idea it was opened before.',
    ],
    [1, 4, 86, 'Dock has marks', 'Scratched dock, clean console. It sits behind the television anyway.'],
  ],
  'switch-oled-64-gb-neon-blue-and-red': [
    [3, 5, 62, 'New sticks, no drift', 'Six weeks of daily racing and both sticks are still centred.'],
    [
      2,
      2,
      116,
      'One rail was loose',
      'The left controller slipped out when pulled. Repaired free of charge, but I had to send it back.',
    ],
  ],
  'steam-deck-oled-512-gb-black': [
    [
      0,
      5,
      70,
      'Picture is superb',
      'Coming from the first Deck the display is another league, and so is the fan.',
    ],
    [
      5,
      5,
      43,
      'Looked unused',
      'Four hours of play on the counter, grips like new, case and charger included.',
    ],
  ],
};

const all = [
  byModel,
  smartphoneReviews,
  laptopReviews,
  audioReviews,
  consoleReviews,
  tabletReviews,
  watchReviews,
].flatMap((reviews) => Object.entries(reviews));

export const demoReviews: readonly DemoReview[] = all.flatMap(([modelKey, rows]) =>
  rows.map(([personIndex, rating, daysAgo, title, text]) => ({
    modelKey,
    rating,
    title,
    text,
    personIndex,
    daysAgo,
  })),
);
