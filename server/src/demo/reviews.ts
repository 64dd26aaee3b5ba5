// What customers wrote about what they bought. One person reviews a device once.
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
  'iphone-13-128-gb-midnight': [
    [
      0,
      5,
      212,
      'Could not find the wear',
      'Ordered Good, spent ten minutes under a desk lamp and found one hairline on the camera ring. Battery reads 88%.',
    ],
    [
      1,
      4,
      161,
      'Fine phone, plain box',
      'Arrived in two days. The cable is not an Apple one, but it charges at the same speed as mine.',
    ],
    [
      2,
      5,
      97,
      'New battery makes the difference',
      'My own 13 was down to 79%. Buying this cost less than I expected and I end the day with a third left.',
    ],
    [
      3,
      4,
      58,
      'As described',
      'Two marks on the lower edge exactly where the description said. Face ID works with a beard and without.',
    ],
    [
      4,
      3,
      31,
      'Battery lower than I hoped',
      'It is at 85%, which is what they promise, but I was hoping for more. The glass is perfect.',
    ],
  ],
  'iphone-13-256-gb-blue': [
    [
      5,
      5,
      38,
      'Blue in sunlight is lovely',
      'Grey-blue indoors, properly blue outside. 256 GB swallowed my whole photo library with room left.',
    ],
    [
      0,
      4,
      120,
      'Small scuff, big saving',
      'There is rubbing on one corner that a case hides. No carrier lock, my SIM worked straight away.',
    ],
  ],
  'iphone-15-pro-256-gb-natural-titanium': [
    [
      1,
      5,
      17,
      'Looks unopened',
      'Twenty-two cycles on the battery according to the settings page. I would not have known it was a return.',
    ],
    [
      2,
      5,
      84,
      'USB-C at last',
      'Copies a wedding to the laptop in minutes instead of an evening. One shiny dot near the port, that is all.',
    ],
    [
      3,
      4,
      133,
      'Warm when charging',
      'Gets warm on a fast charger, as they all did. Cameras are sharp and the zoom is worth it.',
    ],
    [
      5,
      5,
      49,
      'Lighter than my old Pro',
      'The weight is what you notice. Packed well, with a sheet listing what had been tested.',
    ],
  ],
  'iphone-15-pro-128-gb-blue-titanium': [
    [
      4,
      3,
      66,
      'Fair means fair',
      'The corners are down to bare metal. I knew that, and the price matched, but look at the pictures before you buy.',
    ],
  ],
  'galaxy-s22-128-gb-phantom-black': [
    [
      0,
      4,
      140,
      'Small and quick',
      'The last Galaxy that fits my jacket pocket. Battery gets me to seven in the evening.',
    ],
    [
      2,
      3,
      73,
      'Battery is the weak spot',
      'Even with a new cell it needs a top-up after work. Screen and cameras are excellent for the money.',
    ],
    [
      3,
      5,
      26,
      'No burn-in',
      'I checked with a grey picture because I have been caught before. Even from edge to edge.',
    ],
    [
      5,
      4,
      188,
      'Good second phone',
      'Bought for travelling with a local SIM. One scratch by the port, otherwise clean.',
    ],
  ],
  'galaxy-s22-256-gb-green': [
    [
      1,
      5,
      29,
      'Glad I waited for green',
      'Dark green with a matching camera frame. Two specks on the back that I see only because I know.',
    ],
  ],
  'pixel-8-128-gb-hazel': [
    [
      0,
      5,
      12,
      'Updates until 2030',
      'That was the reason and the phone did not disappoint. Set up over cable from the old one in half an hour.',
    ],
    [
      3,
      4,
      45,
      'Swirls on the camera bar',
      'As described, the polished bar has fine swirls. Fingerprint reader needs a firm press.',
    ],
    [
      4,
      5,
      102,
      'Best camera for the price',
      'Night shots of the harbour without a tripod. Came with the original box, which I had not expected.',
    ],
    [
      5,
      2,
      77,
      'Signal drops on my line',
      'Phone is spotless, but it loses 5G where my old one did not. They took it back without a discussion.',
    ],
  ],
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
  'apple-watch-series-9-45-mm-gps-midnight': [
    [
      0,
      4,
      7,
      'Hairline by the crown',
      'Found it with a fingernail, not with my eyes. Band is new in both lengths.',
    ],
    [
      1,
      5,
      113,
      'Battery at 100%',
      'It says so in the settings. Lasts from six in the morning until bed with a run in between.',
    ],
    [
      3,
      5,
      42,
      'Unlocked from the old owner',
      'Paired at once. I had read stories about locked watches; not here.',
    ],
    [
      5,
      4,
      158,
      'Good, if you charge daily',
      'Everything works, the screen is very bright. One day of battery is one day.',
    ],
  ],
  'apple-watch-series-9-45-mm-gps-pink': [
    [2, 5, 33, 'Pale and pretty', 'More cream than pink. A faint scuff underneath that faces my wrist.'],
  ],
  'apple-watch-ultra-49-mm-lte-titanium': [
    [
      0,
      5,
      50,
      'Two days in the mountains',
      'Recorded both days of a hut tour with 18% to spare. Case looks freshly blasted.',
    ],
    [2, 4, 85, 'Big on a small wrist', 'It is a lot of watch. The lip has knocks, the sapphire does not.'],
  ],
  'galaxy-watch6-classic-47-mm-bluetooth-black': [
    [2, 5, 20, 'The ring is the reason', 'Scrolling with a glove on works. Leather band was new.'],
    [
      1,
      4,
      95,
      'Brassing adds character',
      'Two edges of the bezel show steel. Battery gives me a day and a half.',
    ],
  ],
  'fenix-7-47-mm-silver': [
    [
      4,
      5,
      3,
      'Sixteen days so far',
      'Charged once since it came, with four runs a week. The scratches on the steel are from the trail and can stay.',
    ],
    [3, 4, 79, 'Old-school display', 'Dull indoors, perfect in the sun. Buttons all click.'],
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
  'ipad-10th-generation-64-gb-blue': [
    [
      1,
      5,
      150,
      'Video calls from the middle',
      'Camera on the long side means my mother finally looks at me. No marks at all.',
    ],
    [3, 4, 40, '64 GB fills up', 'Enough for school and a few films. Battery at 91% after refurbishing.'],
    [
      4,
      4,
      2,
      'Ready in minutes',
      'No old account, no lock, latest system. Ding at one corner under the cover.',
    ],
  ],
  'ipad-10th-generation-64-gb-yellow': [
    [
      5,
      3,
      75,
      'School engraving on the back',
      'It says so in the description and I underestimated it. Works without a fault and cost very little.',
    ],
  ],
  'ipad-air-5th-generation-64-gb-space-gray': [
    [
      2,
      5,
      39,
      'For drawing',
      'The pencil charges firmly on the edge and the glass sits close to the line. No pressure spots.',
    ],
    [0, 5, 1, 'Matches the listing', 'Battery 92%, back without scratches, front without anything.'],
  ],
  'galaxy-tab-s9-128-gb-graphite': [
    [
      4,
      5,
      44,
      'Pen included, finally',
      'New tips in the bag, no burn-in, and it survived a spilled tea in week one.',
    ],
    [
      1,
      4,
      123,
      'Heavy with a cover',
      'The display is the best I have had. One-handed reading in bed gets tiring.',
    ],
  ],
  'surface-pro-9-8-gb-256-gb-platinum': [
    [
      0,
      4,
      94,
      'Buy the keyboard too',
      'Without a cover it is half a laptop. Stand holds at any angle, battery at 89%.',
    ],
    [
      3,
      3,
      35,
      'Gets warm',
      'Runs warm with two screens attached. Cosmetically as promised: faint arcs on the back.',
    ],
  ],
};

const all = [byModel, smartphoneReviews, tabletReviews, watchReviews].flatMap((reviews) =>
  Object.entries(reviews),
);

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
